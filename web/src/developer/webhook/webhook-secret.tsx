import { Button, Group, Stack, Text } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { useMe } from '../../api/session.ts'
import { Moment } from '../../parts/moment.tsx'
import { AskOverlap } from '../keys/ask-overlap.tsx'
import type { Overlap } from '../keys/ask-overlap.tsx'
import { faultOf } from '../fault-of.ts'
import { ShownOnce } from '../keys/shown-once.tsx'
import { useRotateSecret } from './webhook-data.ts'
import type { WebhookView } from './webhook-data.ts'

const OVERLAPS: readonly Overlap[] = [
  { seconds: 86_400, label: 'One more day', hint: 'Nothing is missed while you change your server over.' },
  { seconds: 3_600, label: 'One more hour', hint: 'When you change it right away.' },
  { seconds: 0, label: 'Stop at once', hint: 'When somebody else may have seen the old secret.' },
]

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
        <MakeSecret
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

function MakeSecret({ onClose, onRotated }: { onClose: () => void; onRotated: (secret: string) => void }) {
  const rotate = useRotateSecret()
  return (
    <AskOverlap
      title="Make a new signing secret"
      question="How long should the old secret sign?"
      overlaps={OVERLAPS}
      fault={faultOf(rotate.error, 'overlap_seconds')}
      isSending={rotate.isPending}
      submitLabel="Make new secret"
      onSubmit={(seconds) => rotate.mutate(seconds, { onSuccess: ({ secret }) => onRotated(secret) })}
      onClose={onClose}
    >
      <Text size="sm">
        The header <code>X-Service-Signature</code> uses the new secret from now on;{' '}
        <code>webhook-signature</code> carries signatures of both until the old one stops. What your server
        refuses meanwhile is sent again.
      </Text>
    </AskOverlap>
  )
}
