import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import { useState } from 'react'

import type { WebhookEventType } from '../../../../src/domain/webhook/webhook-event.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { faultOf } from '../../parts/fault-of.ts'
import { useSendTest } from './webhook-data.ts'
import type { WebhookTestView, WebhookView } from './webhook-data.ts'

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

function TestAnswer({ answer }: { answer: WebhookTestView }) {
  const { delivered, response_status: status, duration_ms: duration, response_excerpt: excerpt } = answer
  const Icon = delivered ? CircleCheck : CircleX
  const title = delivered ? 'Your server took the event' : 'Your server did not take the event'
  return (
    <Paper withBorder p="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" color={delivered ? 'green' : 'red'} radius="xl" size={28}>
          <Icon size={18} aria-hidden />
        </ThemeIcon>
        <Stack gap="xs" flex={1} miw={0}>
          <Text size="sm" fw={600} mt={3}>
            {title}
          </Text>
          <Text size="sm">
            {status === null ? answer.error : `It answered ${status} in ${duration} ms.`}{' '}
            {!delivered && adviceFor(status)}
          </Text>
          {excerpt !== '' && <CodeBlock code={excerpt} label="answer of your server" mah={200} />}
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Sent to {answer.url} as {answer.event_id}
          </Text>
        </Stack>
      </Group>
    </Paper>
  )
}

function adviceFor(status: number | null): string {
  if (status === null) return 'Check that the address is right and that your server runs.'
  if (status === 401 || status === 403) return 'Check that your server uses the current signing secret.'
  if (status === 404 || status === 405) return 'Check the path of the URL: it has to take POST requests.'
  if (status === 410) return 'With this it says that it wants no more events.'
  if (status >= 300 && status < 400) return 'Redirects are not followed: use the final address.'
  return 'Its log may say why. Any answer from 200 to 299 counts as taken.'
}
