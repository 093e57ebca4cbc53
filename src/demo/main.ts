import { Command } from 'commander'

import { readConfig } from '../config/config.ts'
import { withLocalWebhooks } from '../config/local-webhooks.ts'
import { createProgress } from '../process/progress.ts'
import { createLog } from '../process/log.ts'
import { openLogFile } from '../process/service-log.ts'
import { NotStopped } from '../process/stops.ts'
import { logOrigin } from '../app/log-origin.ts'
import { startService } from '../app/service.ts'
import type { RunningService } from '../app/service.ts'
import { makeDemoVideo } from './make-video.ts'
import type { DemoOptions } from './options.ts'
import { readScript } from './options.ts'
import { report } from './report.ts'

/** `npm run demo`: makes one video from a script with the whole service, then stops everything it started. */
async function main(): Promise<void> {
  const options = program().opts<DemoOptions>()
  const script = await readScript(options)
  // The demo's own receiver runs on this machine.
  const config = withLocalWebhooks({ ...readConfig(), port: 0 })
  const { stream } = await openLogFile(config.dataDir)
  const progress = createProgress()
  const service = await startService(
    config,
    progress,
    createLog({ level: config.logLevel, destination: stream, origin: logOrigin('service', config) }),
    { voicesProgress: progress },
  )
  try {
    await waitForVoices(service)
    const made = await makeDemoVideo(service, { ...options, script }, progress)
    process.stdout.write(report(made))
  } finally {
    await service.stop()
  }
}

/** The neural voices are installed while the servers start. The demo waits a little longer, and never fails without. */
const VOICES_SECONDS = 90

async function waitForVoices({ voices }: RunningService): Promise<void> {
  const outcome = await voices.within(VOICES_SECONDS)
  if (outcome !== null && outcome !== 'unavailable') return
  process.stderr.write(
    'This demo uses a basic voice. Install the neural voices with `npm run voices -- pull`.\n',
  )
}

function program(): Command {
  return new Command('demo')
    .description('Turn a script into a presenter video with the whole service.')
    .option('--script <text>', 'text that the presenter says')
    .option('--script-file <file>', 'text file that contains the script')
    .option('--presenter <id>', 'stock presenter', 'maya')
    .option('--out <file>', 'output file', 'demo.mp4')
    .parse(process.argv)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
  // What did not stop would keep this process alive.
  if (error instanceof NotStopped) process.exit()
}
