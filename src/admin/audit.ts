import type { Command } from 'commander'

import { print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** Adds the command `audit`, which exits with an error when a stored figure differs from its recalculation. */
export function addAuditCommand(program: Command, office: Office): void {
  program
    .command('audit')
    .description(
      'Recalculate the allowances, videos and events of all accounts, and fail on any discrepancy.',
    )
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ audit }) => {
        const found = await audit()
        const rows = found.map(({ accountId, videoId, ...figures }) => ({
          account: accountId,
          video: videoId,
          ...figures,
        }))
        if (options.json === true || rows.length > 0) print(options, rows)
        else process.stdout.write('No discrepancies found.\n')
        if (rows.length > 0) process.exitCode = 1
      }),
    )
}
