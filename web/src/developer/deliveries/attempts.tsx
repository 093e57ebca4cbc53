import { Accordion, Stack, Table, Text, Timeline } from '@mantine/core'
import { Check, Clock, X } from 'lucide-react'

import type { DeliveryDetailsView } from '../../../../src/api/console/door.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Moment } from '../../parts/time/moment.tsx'
import classes from '../developer.module.css'

type Attempt = DeliveryDetailsView['attempts'][number]

const MOST_SHOWN_HEIGHT = 360

/** Attempts on a line of time, the newest first. @param showsDelivery where there was more than one delivery. */
export function Attempts({
  attempts,
  showsDelivery,
}: {
  attempts: readonly Attempt[]
  showsDelivery: boolean
}) {
  return (
    <Timeline bulletSize={26} lineWidth={2} active={attempts.length}>
      {attempts.toReversed().map((attempt) => (
        <Timeline.Item
          key={attempt.attempted_at}
          bullet={<AttemptIcon attempt={attempt} />}
          color={colorOf(attempt)}
          title={titleOf(attempt, showsDelivery)}
        >
          <AttemptBody attempt={attempt} />
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

function AttemptIcon({ attempt }: { attempt: Attempt }) {
  const Icon = attempt.delivered ? Check : isUnderWay(attempt) ? Clock : X
  return <Icon size={14} aria-hidden />
}

function AttemptBody({ attempt }: { attempt: Attempt }) {
  const { response_status: status, duration_ms: duration, error } = attempt
  return (
    <Stack gap="xs" mt={2}>
      <Text size="sm">
        {status !== null && `Your server answered ${status} in ${duration} ms. `}
        {error}
      </Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        Sent <Moment at={attempt.attempted_at} /> to {attempt.url}
      </Text>
      <Accordion
        variant="contained"
        chevronPosition="left"
        order={3}
        classNames={{ label: classes['accordionLabel'] }}
      >
        <Accordion.Item value="sent">
          <Accordion.Control>Request</Accordion.Control>
          <Accordion.Panel>
            <Sent attempt={attempt} />
          </Accordion.Panel>
        </Accordion.Item>
        {status !== null && (
          <Accordion.Item value="answer">
            <Accordion.Control>What your server answered</Accordion.Control>
            <Accordion.Panel>
              <Answer attempt={attempt} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
      </Accordion>
    </Stack>
  )
}

function Sent({ attempt: { request_headers: headers, request_body: body } }: { attempt: Attempt }) {
  return (
    <Stack gap="sm">
      {headers === null ? (
        <Text size="sm">Nothing was sent.</Text>
      ) : (
        <Table withRowBorders={false} verticalSpacing={2} aria-label="Headers that were sent" layout="fixed">
          <Table.Tbody>
            {Object.entries(headers).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" w="40%" fw={500} className={classes['mono']}>
                  {name}
                </Table.Th>
                <Table.Td className={classes['mono']}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {body === null ? (
        <Text size="sm">The body is no longer stored.</Text>
      ) : (
        <>
          <CodeBlock code={indented(body)} copies={body} label="body that was sent" mah={MOST_SHOWN_HEIGHT} />
          <Text size="xs" c="dimmed">
            Indented for reading; what you copy has the exact bytes. Signatures are left out: anyone who has
            them could pass an event off as new, or open the video.
          </Text>
        </>
      )}
    </Stack>
  )
}

function Answer({ attempt: { response_excerpt: excerpt } }: { attempt: Attempt }) {
  if (excerpt === '') return <Text size="sm">The answer had no text.</Text>
  return <CodeBlock code={excerpt} label="answer of your server" mah={MOST_SHOWN_HEIGHT} />
}

function titleOf({ delivery, attempt }: Attempt, showsDelivery: boolean): string {
  return showsDelivery ? `Delivery ${delivery}, attempt ${attempt}` : `Attempt ${attempt}`
}

function colorOf(attempt: Attempt): string {
  if (attempt.delivered) return 'green'
  return isUnderWay(attempt) ? 'gray' : 'red'
}

function isUnderWay({ duration_ms: duration }: Attempt): boolean {
  return duration === null
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
