import { Button, Modal, Stack, Text } from '@mantine/core'

import type { KeyView } from '../../../../src/api/console/door.ts'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { FaultNote } from '../../parts/fault-note.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import { notifyDone } from '../../parts/notify.ts'
import { faultOf } from '../../parts/fault-of.ts'
import { useRevokeKey } from './keys-data.ts'

/** Asks whether a key is really to be revoked, and does it. */
export function RevokeKey({ apiKey, onClose }: { apiKey: KeyView; onClose: () => void }) {
  const revoke = useRevokeKey()
  const { name, masked, last_used_at: lastUsedAt } = apiKey

  const confirm = () =>
    revoke.mutate(apiKey.id, {
      onSuccess() {
        notifyDone(`The key “${name}” is revoked and no longer works.`)
        onClose()
      },
    })

  return (
    <Modal opened onClose={onClose} title={`Revoke the key “${name}”?`}>
      <Stack>
        <Text size="sm">
          Every program that uses{' '}
          <Text span ff="monospace" size="sm">
            {masked}
          </Text>{' '}
          is refused from its next request on. This cannot be undone.
        </Text>
        <Text size="sm" fw={550}>
          {lastUsedAt === null ? (
            'It was never used.'
          ) : (
            <>
              It was last used <Moment at={lastUsedAt} />.
            </>
          )}
        </Text>
        <FaultNote fault={revoke.error && faultOf(revoke.error)} />
        <DialogEnd onClose={onClose} stay="Keep it" isStayFirst>
          <Button color="red" onClick={confirm} loading={revoke.isPending}>
            Revoke key
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
