import { Box, Group, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'

import type { FindingView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'

const VERDICTS = {
  problem: { icon: TriangleAlert, color: 'red', word: 'Fix before going live' },
  advice: { icon: Info, color: 'gray', word: 'Good to know' },
  good: { icon: CircleCheck, color: 'green', word: 'Good' },
} as const
const GRAVEST_FIRST = Object.keys(VERDICTS)

/** What the installation is set to, and what is missing for production. */
export function Configuration() {
  const { data, error, refetch } = useQuery({
    queryKey: ['operations', 'configuration'],
    queryFn: () => ask('GET /operations/configuration'),
  })
  const findings = data?.data.toSorted(
    (one, other) => GRAVEST_FIRST.indexOf(one.verdict) - GRAVEST_FIRST.indexOf(other.verdict),
  )
  const problems = findings?.filter(({ verdict }) => verdict === 'problem').length ?? 0
  return (
    <Section title="Configuration" intro={summaryOf(findings?.length, problems)}>
      {findings ? (
        <Rows label="Configuration">
          {findings.map((finding) => (
            <FindingRow key={finding.topic} finding={finding} />
          ))}
        </Rows>
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <RowsOnTheWay count={9} />
      )}
    </Section>
  )
}

function summaryOf(checked: number | undefined, problems: number): string {
  if (checked === undefined) return 'Checks the settings for production use.'
  if (problems === 0) return 'No issues to fix before going live.'
  return problems === 1 ? '1 issue to fix before going live.' : `${problems} issues to fix before going live.`
}

function FindingRow({ finding }: { finding: FindingView }) {
  const { icon: Icon, color, word } = VERDICTS[finding.verdict]
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon variant="light" color={color} radius="xl" size={28} mt={2}>
        <Icon size={16} aria-hidden />
      </ThemeIcon>
      <Box miw={0}>
        <Text fw={550}>
          {finding.topic}
          <VisuallyHidden>: {word}</VisuallyHidden>
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {finding.says}
        </Text>
        {finding.remedy && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {finding.remedy}
          </Text>
        )}
      </Box>
    </Group>
  )
}
