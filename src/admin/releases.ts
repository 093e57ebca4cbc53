import type { Command } from 'commander'

import { withReleases } from '../app/releases.ts'
import { readConfig } from '../config/config.ts'
import { print } from './office.ts'
import type { OutputOptions } from './office.ts'

/** Workers that have just started are seen by the server within seconds, and asked about every queue by then. */
const WAIT_SECONDS = '120'

const WAIT = ['--wait <seconds>', 'how long the workers are waited for', WAIT_SECONDS] as const

/** Adds the commands for releases that run side by side (Temporal's Worker Versioning). */
export function addReleaseCommands(program: Command): void {
  const release = program
    .command('release')
    .description('Choose which release of the workers begins new work.')

  release
    .command('status')
    .description(
      'List the releases, which one is current, and which are drained, so that their workers may go.',
    )
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      withReleases(async (releases) => {
        const rows = (await releases.list()).map(({ buildId, isCurrent, isDrained, queues }) => ({
          build_id: buildId,
          current: isCurrent ? 'yes' : 'no',
          drained: isDrained === null ? null : isDrained ? 'yes' : 'no',
          queues: queues.join(','),
        }))
        print(options, rows)
      }),
    )

  release
    .command('promote')
    .description('Have new work begun by a release, once its workers serve all queues.')
    .option('--build-id <id>', 'of the release; default: TEMPORAL_WORKER_BUILD_ID')
    .option(...WAIT)
    .action(({ buildId = readConfig().deployment?.buildId, wait }: WaitOptions & { buildId?: string }) =>
      withReleases(async (releases) => {
        if (buildId === undefined)
          throw new Error('Say which release: --build-id, or TEMPORAL_WORKER_BUILD_ID.')
        await releases.promote(buildId, Number(wait))
        say(`Release ${buildId} begins new work. What others began, they finish: see release status.`)
      }),
    )

  release
    .command('rollback')
    .description('Have new work begun by the release that was current before. Its workers have to be there.')
    .option(...WAIT)
    .action(({ wait }: WaitOptions) =>
      withReleases(async (releases) =>
        say(`Release ${await releases.rollback(Number(wait))} begins new work again.`),
      ),
    )

  release
    .command('unversioned')
    .description('Have new work begun by workers without TEMPORAL_WORKER_BUILD_ID. They have to be there.')
    .option(...WAIT)
    .action(({ wait }: WaitOptions) =>
      withReleases(async (releases) => {
        await releases.unversioned(Number(wait))
        say('Workers without a release begin new work.')
      }),
    )
}

interface WaitOptions {
  readonly wait: string
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
