import type { Command } from 'commander'

import { ACCOUNT_HELP, findAccount, print, wholeNumber } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

const USUAL_DAYS = 30
const MOST_DAYS = 3_660

/** Adds the command `moderation counts`. */
export function addModerationCommands(program: Command, office: Office): void {
  program
    .command('moderation')
    .description('What was decided about videos before they were accepted.')
    .command('counts')
    .description('How often videos were allowed and refused, by day (UTC), account, and who decided.')
    .option('--account <account>', `show only this account: ${ACCOUNT_HELP}`)
    .option(
      '--days <days>',
      'today and so many days before it, all in all',
      wholeNumber(1, MOST_DAYS),
      USUAL_DAYS,
    )
    .option('--json', 'print JSON')
    .action((options: { account?: string; days: number } & OutputOptions) =>
      office(async (administration) => {
        const { account: named, days } = options
        const account = named === undefined ? undefined : await findAccount(administration, named)
        const counts = await administration.moderationCounts.list(days, account?.id)
        print(
          options,
          counts.map(({ day, accountId, decidedBy, decision, count }) => ({
            day,
            account: accountId,
            decided_by: decidedBy,
            decision,
            count,
          })),
        )
      }),
    )
}
