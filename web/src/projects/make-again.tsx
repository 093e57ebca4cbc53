import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { SquarePen } from 'lucide-react'

import type { ProjectDetailsView } from '../../../src/api/console/door.ts'
import { draftOf } from '../new-video/draft/draft.ts'
import { beginWith } from '../new-video/draft/use-draft.ts'

/** Opens the form with all that the video was made from. */
export function MakeAgain({ project }: { project: ProjectDetailsView }) {
  const navigate = useNavigate()
  return (
    <Button
      variant="default"
      leftSection={<SquarePen size={16} aria-hidden />}
      onClick={() => {
        beginWith(draftOf(project))
        void navigate({ to: '/new' })
      }}
    >
      Edit and make again
    </Button>
  )
}
