import { Button, Modal, Stack, Text } from '@mantine/core'

import { DialogEnd } from '../../parts/dialog-end.tsx'
import { FaultNote } from '../../parts/fault-note.tsx'
import { faultOf } from '../../parts/fault-of.ts'
import { TestAnswer } from '../webhook/test-answer.tsx'
import { useTestEndpoint } from './endpoints-data.ts'
import type { EndpointView } from './endpoints-data.ts'

/** Sends an endpoint a made-up event and shows what its server said. */
export function TestEndpoint({ endpoint, onClose }: { endpoint: EndpointView; onClose: () => void }) {
  const test = useTestEndpoint()
  const [type] = endpoint.types
  return (
    <Modal opened onClose={onClose} title="Send a test event">
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Sends an event of the type {type} about something made up to {endpoint.url}, signed like any other.
        </Text>
        <div role="status">
          {test.isPending && (
            <Text size="sm" c="dimmed">
              Sent. Waiting up to 15 seconds for your server’s answer…
            </Text>
          )}
          {test.data && !test.isPending && <TestAnswer answer={test.data} />}
        </div>
        <FaultNote fault={test.error && faultOf(test.error)} />
        <DialogEnd onClose={onClose} stay="Close">
          <Button onClick={() => test.mutate(endpoint.id)} loading={test.isPending}>
            Send test event
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
