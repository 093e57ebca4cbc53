import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { Send } from 'lucide-react'
import { useState } from 'react'

import type { WebhookEventType } from '../../../../src/domain/webhook/webhook-event.ts'
import { faultOf } from '../../parts/fault-of.ts'
import { later } from '../../parts/later.tsx'
import { useSendTest } from './webhook-data.ts'
import type { WebhookView } from './webhook-data.ts'

const TestAnswer = later(async () => (await import('./test-answer.tsx')).TestAnswer)

const EVENTS = [
  { value: 'video.ready', label: 'A video is ready (video.ready)' },
  { value: 'video.failed', label: 'A video has failed (video.failed)' },
] as const satisfies readonly { value: WebhookEventType; label: string }[]

/** Sends a made-up event and shows what the receiver said. */
export function WebhookTest({ webhook }: { webhook: WebhookView }) {
  const [event, setEvent] = useState<WebhookEventType>('video.ready')
  const test = useSendTest()
  const fault = test.error && faultOf(test.error)
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Event"
          data={EVENTS}
          value={event}
          onChange={({ currentTarget }) => setEvent(currentTarget.value as WebhookEventType)}
          flex="1 1 240px"
          maw={340}
        />
        <Button
          variant="default"
          leftSection={<Send size={16} aria-hidden />}
          disabled={webhook.url === null}
          loading={test.isPending}
          onClick={() => test.mutate(event)}
        >
          Send test event
        </Button>
      </Group>
      <div role="status">
        {webhook.url === null && (
          <Text size="sm" c="dimmed">
            There is no URL to send it to yet.
          </Text>
        )}
        {test.isPending && (
          <Text size="sm" c="dimmed">
            Sent. Waiting up to 15 seconds for your server’s answer…
          </Text>
        )}
        {fault && !test.isPending && <Alert color="red">{fault}</Alert>}
        {test.data && !test.isPending && <TestAnswer answer={test.data} />}
      </div>
    </Stack>
  )
}
