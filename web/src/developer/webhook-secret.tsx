import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { useMe } from '../api/session.ts'
import { Moment } from '../parts/moment.tsx'
import { faultOf } from './fault-of.ts'
import { ShownOnce } from './shown-once.tsx'
import { useRotateSecret } from './webhook-data.ts'
import type { WebhookView } from './webhook-data.ts'

const OVERLAPS = [
  { seconds: 86_400, label: 'One more day', hint: 'Nothing is missed while you change your server over.' },
  { seconds: 3_600, label: 'One more hour', hint: 'When you change it right away.' },
  { seconds: 0, label: 'Stop at once', hint: 'When somebody else may have seen the old secret.' },
] as const

/** What signs the events: a hint at it, and a new one on request. */
export function WebhookSecret({ webhook: { secret } }: { webhook: WebhookView }) {
  const { isOwner } = useMe()
  const [isAsking, setIsAsking] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2}>
        <Text ff="monospace" size="sm">
          whsec_…{secret.hint}
        </Text>
        <Text size="sm" c="dimmed">
          Made <Moment at={secret.created_at} />.
          {secret.previous_valid_until !== null && (
            <>
              {' '}
              The secret before signs as well; it stops <Moment at={secret.previous_valid_until} />.
            </>
          )}
        </Text>
      </Stack>
      {isOwner && (
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          onClick={() => setIsAsking(true)}
        >
          Make a new secret
        </Button>
      )}
      {isAsking && (
        <AskOverlap
          onClose={() => setIsAsking(false)}
          onRotated={(made) => {
            setIsAsking(false)
            setShown(made)
          }}
        />
      )}
      {shown !== null && (
        <ShownOnce
          title="Your new signing secret"
          label="Signing secret"
          secret={shown}
          onStored={() => setShown(null)}
        >
          <Text size="sm">Give it to your server as WEBHOOK_SECRET, then send a test event.</Text>
        </ShownOnce>
      )}
    </Group>
  )
}

function AskOverlap({ onClose, onRotated }: { onClose: () => void; onRotated: (secret: string) => void }) {
  const [overlap, setOverlap] = useState('86400')
  const rotate = useRotateSecret()
  const fault = faultOf(rotate.error, 'overlap_seconds')
  return (
    <Modal opened onClose={onClose} title="Make a new signing secret">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rotate.mutate(Number(overlap), { onSuccess: ({ secret }) => onRotated(secret) })
        }}
      >
        <Stack>
          <Text size="sm">
            The header <code>X-Service-Signature</code> uses the new secret from now on;{' '}
            <code>webhook-signature</code> carries signatures of both until the old one stops. What your
            server refuses meanwhile is sent again.
          </Text>
          <Radio.Group label="How long should the old secret sign?" value={overlap} onChange={setOverlap}>
            <Stack gap="sm" mt="xs">
              {OVERLAPS.map(({ seconds, label, hint }) => (
                <Radio key={seconds} value={String(seconds)} label={label} description={hint} />
              ))}
            </Stack>
          </Radio.Group>
          {fault && (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rotate.isPending}>
              Make new secret
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
