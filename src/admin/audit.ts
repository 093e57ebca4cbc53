import type { Command } from 'commander'

import { print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** `audit`: fails when a figure is not what recounting gives. */
export function addAuditCommand(program: Command, office: Office): void {
  program
    .command('audit')
    .description('Recount allowances, videos and events of all accounts; fails on any difference.')
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
        else process.stdout.write('The books are right.\n')
        if (rows.length > 0) process.exitCode = 1
      }),
    )
}
