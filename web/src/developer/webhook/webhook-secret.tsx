import { Button, Group, Stack, Text } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { later } from '../../parts/later.tsx'
import { useMe } from '../../api/session.ts'
import { Moment } from '../../parts/time/moment.tsx'
import { useRotateSecret } from './webhook-data.ts'
import type { WebhookView } from './webhook-data.ts'

const ShownOnce = later(async () => (await import('../keys/shown-once.tsx')).ShownOnce)
const MakeSecret = later(async () => (await import('./make-secret.tsx')).MakeSecret)

/** What signs the events: a hint at it, and a new one on request. */
export function WebhookSecret({ webhook: { secret } }: { webhook: WebhookView }) {
  const { isOwner } = useMe()
  const rotate = useRotateSecret()
  const [isAsking, setIsAsking] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2}>
        <Text ff="monospace" size="sm">
          whsec_…{secret.hint}
        </Text>
        <Text size="sm" c="dimmed">
          Created <Moment at={secret.created_at} />.
          {secret.previous_valid_until !== null && (
            <>
              {' '}
              The previous secret also signs; it stops working <Moment at={secret.previous_valid_until} />.
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
          Roll secret
        </Button>
      )}
      {isAsking && (
        <MakeSecret
          rotate={async (seconds) => (await rotate.mutateAsync(seconds)).secret}
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
