import { Group, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { CircleCheck, CircleX } from 'lucide-react'

import { CodeBlock } from '../../parts/code-block.tsx'
import type { WebhookTestView } from './webhook-data.ts'

/** What the receiver said to a test event, and what to do when it was not accepted. */
export function TestAnswer({ answer }: { answer: WebhookTestView }) {
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
