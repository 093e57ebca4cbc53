import { Button, Modal, Stack, Text } from '@mantine/core'

import { DialogEnd } from '../../parts/dialog-end.tsx'
import { FaultNote } from '../../parts/fault-note.tsx'
import { faultOf } from '../../parts/fault-of.ts'
import { notifyDone } from '../../parts/notify.ts'
import { useDeleteEndpoint } from './endpoints-data.ts'
import type { EndpointView } from './endpoints-data.ts'

/** Asks whether an endpoint is really to be deleted, and does it. */
export function DeleteEndpoint({ endpoint, onClose }: { endpoint: EndpointView; onClose: () => void }) {
  const remove = useDeleteEndpoint()

  const confirm = () =>
    remove.mutate(endpoint.id, {
      onSuccess() {
        notifyDone('The endpoint is deleted. Nothing more is sent there.')
        onClose()
      },
    })

  return (
    <Modal opened onClose={onClose} title="Delete the endpoint?">
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Nothing more is sent to {endpoint.url}, and events that wait to be sent are dropped. This cannot be
          undone.
        </Text>
        <FaultNote fault={remove.error && faultOf(remove.error)} />
        <DialogEnd onClose={onClose} stay="Keep it" isStayFirst>
          <Button color="red" onClick={confirm} loading={remove.isPending}>
            Delete endpoint
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
