import { ActionIcon, Menu } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Copy, Download, Ellipsis, Trash2 } from 'lucide-react'
import { useRef } from 'react'

import type { ProjectView } from '../../../src/api/console/door.ts'
import { notifyDone } from '../parts/notify.ts'
import { deleteProject } from './deletions.tsx'
import { focusBeside } from './focus-beside.ts'

/** What can be done with a project without opening it. */
export function ProjectMenu({ project }: { project: ProjectView }) {
  const { id, name, video_url } = project
  const queries = useQueryClient()
  const clipboard = useClipboard()
  const button = useRef<HTMLButtonElement>(null)
  const remove = () => {
    focusBeside(button.current?.closest('li'))
    deleteProject(queries, { id, name })
  }
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" size="sm" aria-label={`More for ${name}`}>
          <Ellipsis size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {video_url && (
          <Menu.Item
            component="a"
            href={`${video_url}&download=1`}
            download={`${name}.mp4`}
            leftSection={<Download size={16} aria-hidden />}
          >
            Download
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => {
            clipboard.copy(id)
            notifyDone('The video’s ID is copied.')
          }}
        >
          Copy ID
        </Menu.Item>
        <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={remove}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
