import { Alert, Badge, Box, Group, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { ShieldAlert } from 'lucide-react'

import type { ReviewDetailView, TakeView } from '../../../src/api/console/door.ts'
import type { TakeCheckCode, TakePart } from '../../../src/domain/twin/twin-take.ts'
import { TableFrame } from '../parts/table/table-frame.tsx'
import { CHECKS } from '../record/check-names.ts'
import { PART_NAMES } from '../record/part-names.ts'
import { EXACT } from '../parts/time/dates.ts'
import classes from './twins.module.css'

const COLORS = { passed: 'green', warning: 'yellow', unclear: 'yellow', failed: 'red' } as const

/** What an operator decides by: films side by side, the sentences the person was asked to say, and the measurements. */
export function Evidence({ review }: { review: ReviewDetailView }) {
  const { consent, consent_is_intact: isIntact, takes, findings } = review
  return (
    <Stack>
      {consent !== null && !isIntact && (
        <Alert color="red" icon={<ShieldAlert size={18} aria-hidden />} title="The consent was changed">
          Its record is not as it was when it was given. Refuse it, and find out who changed the database.
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {takes.map((take) => (
          <Film key={take.id} take={take} name={PART_NAMES[take.part]} />
        ))}
        {review.renewed && <Film take={review.renewed} name="Consent that is renewed" />}
      </SimpleGrid>
      <Findings findings={findings} />
      {consent && (
        <Box>
          <Text fw={600}>Sentences the person was asked to say</Text>
          <Text size="sm">{consent.statement.text}</Text>
          <Text size="sm" c="dimmed">
            The words were drawn {EXACT.format(new Date(consent.words.issuedAt))} and used{' '}
            {EXACT.format(new Date(consent.words.usedAt))}. Signed as “{consent.fullName}”{' '}
            {EXACT.format(new Date(consent.givenAt))}, from {consent.ipAddress}, by {consent.userAgent}.
          </Text>
        </Box>
      )}
      <Checks takes={takes} />
    </Stack>
  )
}

function Film({ take: { film_url }, name }: { take: TakeView; name: string }) {
  return (
    <Box component="figure" m={0}>
      {film_url === null ? (
        <Text size="sm" c="dimmed">
          This film has been deleted.
        </Text>
      ) : (
        <video
          className={classes['evidence']}
          controls
          playsInline
          preload="metadata"
          src={film_url}
          aria-label={name}
        />
      )}
      <Text component="figcaption" size="sm" fw={500} mt={4}>
        {name}
      </Text>
    </Box>
  )
}

/** Why an operator is asked: figures and lists as the checks wrote them down. */
function Findings({ findings }: Pick<ReviewDetailView, 'findings'>) {
  const { likeness, unclear } = findings
  return (
    <Group gap="xs" aria-label="What is not clear" role="group">
      {typeof likeness === 'number' && (
        <Badge variant="light" color="gray" size="lg">
          Likeness of the faces {likeness.toFixed(2)}
        </Badge>
      )}
      {Array.isArray(unclear) &&
        unclear.map((what) => (
          <Badge key={String(what)} variant="light" color="yellow" size="lg">
            Unclear: {inWords(String(what))}
          </Badge>
        ))}
    </Group>
  )
}

/** @param unclear as the decision names it: `consent: words`, or `likeness` of the faces in all parts. */
function inWords(unclear: string): string {
  const [part = '', check = ''] = unclear.split(': ')
  if (!(part in PART_NAMES && check in CHECKS)) return CHECKS.same_person.toLowerCase()
  return `${CHECKS[check as TakeCheckCode].toLowerCase()} (${PART_NAMES[part as TakePart].toLowerCase()})`
}

function Checks({ takes }: { takes: readonly TakeView[] }) {
  return (
    <TableFrame>
      <Table.ScrollContainer
        minWidth={480}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'What was measured' },
        }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Part</Table.Th>
              <Table.Th>Check</Table.Th>
              <Table.Th>Outcome</Table.Th>
              <Table.Th ta="right">Measured</Table.Th>
              <Table.Th ta="right">Limit</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {takes.flatMap(({ part, checks }) =>
              checks.map(({ code, outcome, measured, limit }) => (
                <Table.Tr key={`${part} ${code}`}>
                  <Table.Td>{PART_NAMES[part]}</Table.Td>
                  <Table.Td>{CHECKS[code]}</Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={COLORS[outcome]}>
                      {outcome}
                    </Badge>
                  </Table.Td>
                  <Table.Td ta="right">{measured === null ? 'nothing' : rounded(measured)}</Table.Td>
                  <Table.Td ta="right">{rounded(limit)}</Table.Td>
                </Table.Tr>
              )),
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </TableFrame>
  )
}

/** Three figures say as much as the checks are sure of. */
function rounded(figure: number): string {
  return String(Number(figure.toPrecision(3)))
}
