import { ActionIcon, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { AudioLines, Ellipsis, PenLine, RotateCcw, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'

import type { ListedTwinView } from '../../../src/api/console/door.ts'
import { later } from '../parts/later.tsx'
import { ask } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { twinRecordsQuery } from './queries.ts'
import { VoiceDialog } from './voice-dialog.tsx'
import { WithdrawDialog } from '../withdrawal/dialog.tsx'
import { withdrawalOf } from '../withdrawal/words.ts'

const RenameDialog = later(async () => (await import('./rename-dialog.tsx')).RenameDialog)

type Dialog = 'rename' | 'voice' | 'withdraw' | 'delete'

/** What can be done with a twin besides using it; its person withdraws it, whichever account it belongs to. */
export function TwinMenu({
  twin,
  isElsewhere,
  onRecord,
}: {
  twin: ListedTwinView
  isElsewhere: boolean
  onRecord: () => void
}) {
  const { id, name, state, is_me: isMe } = twin
  const { isOwner } = useMe()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Dialog | null>(null)
  const close = () => setOpen(null)
  const isWithdrawn = state === 'withdrawn'
  const withdrawal = isMe ? withdrawalOf(twin) : null
  const canChange = !isElsewhere && !isWithdrawn
  const canRenew =
    canChange && state === 'ready' && twin.is_recorded && twin.renewal === null && (isMe || isOwner)
  if (!withdrawal && !canChange && (isElsewhere || !isOwner)) return null
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <Ellipsis size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canChange && (
            <Menu.Item leftSection={<PenLine size={16} aria-hidden />} onClick={() => setOpen('rename')}>
              Rename
            </Menu.Item>
          )}
          {canChange && state === 'ready' && (
            <Menu.Item leftSection={<AudioLines size={16} aria-hidden />} onClick={() => setOpen('voice')}>
              Choose the voice
            </Menu.Item>
          )}
          {canRenew && (
            <Menu.Item leftSection={<RotateCcw size={16} aria-hidden />} onClick={onRecord}>
              Record again
            </Menu.Item>
          )}
          {withdrawal && (
            <Menu.Item leftSection={<Undo2 size={16} aria-hidden />} onClick={() => setOpen('withdraw')}>
              {withdrawal.action}
            </Menu.Item>
          )}
          {!isElsewhere && isOwner && (
            <Menu.Item leftSection={<Trash2 size={16} aria-hidden />} onClick={() => setOpen('delete')}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && <RenameDialog twin={twin} close={close} />}
      <VoiceDialog twin={twin} isOpen={open === 'voice'} close={close} />
      {withdrawal && (
        <WithdrawDialog
          withdrawal={withdrawal}
          isOpen={open === 'withdraw'}
          close={close}
          withdraw={(body) => ask('POST /twin-studio/:id/withdrawal', { params: { id }, body })}
          onDone={() => queries.invalidateQueries(twinRecordsQuery)}
        />
      )}
      <DeleteDialog twin={twin} isOpen={open === 'delete'} close={close} />
    </>
  )
}
