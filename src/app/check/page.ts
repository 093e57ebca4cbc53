import type { ConfigurationFinding } from '../../domain/health/operations.ts'

/** What was found, for people, and whether nothing fails. */
export interface CheckPage {
  readonly page: string
  readonly isGood: boolean
}

const MARKS: Readonly<Record<ConfigurationFinding['verdict'], string>> = {
  good: 'ok  ',
  advice: 'note',
  problem: 'FAIL',
}

/** A line for each finding, and what to do below those that need something done. */
export function pageOf(headline: string, findings: readonly ConfigurationFinding[]): CheckPage {
  const width = Math.max(...findings.map(({ topic }) => topic.length))
  const below = ' '.repeat(MARKS.good.length + width + 4)
  const lines = findings.flatMap(({ topic, verdict, says, remedy }) => [
    `${MARKS[verdict]}  ${topic.padEnd(width)}  ${says.replaceAll('\n', `\n${below}`)}`,
    ...(remedy === null ? [] : [`${below}Do: ${remedy}`]),
  ])
  const failing = findings.filter(({ verdict }) => verdict === 'problem').length
  const outcome = failing === 0 ? 'Nothing fails.' : `${failing} of ${findings.length} fail.`
  return { page: `${[`${headline}:`, '', ...lines, '', outcome].join('\n')}\n`, isGood: failing === 0 }
}
