import { Command } from 'commander'

import { readConfig } from '../config/config.ts'
import { createProgress } from '../process/progress.ts'
import { createLog } from '../process/log.ts'
import { openLogFile } from '../process/service-log.ts'
import { startService } from '../app/service.ts'
import type { RunningService } from '../app/service.ts'
import { makeDemoVideo } from './make-video.ts'
import type { DemoOptions } from './options.ts'
import { readScript } from './options.ts'
import { report } from './report.ts'

/** `npm run demo`: the whole way once, from a script to a video file, and nothing left running. */
async function main(): Promise<void> {
  const options = program().opts<DemoOptions>()
  const script = await readScript(options)
  const settings = readConfig()
  // Its own receiver is on this machine, where webhooks do not go unless they are allowed to.
  const webhookAllowCidrs = [...settings.webhookAllowCidrs, '127.0.0.0/8']
  const config = { ...settings, port: 0, webhookAllowCidrs }
  const { stream } = await openLogFile(config.dataDir)
  const progress = createProgress()
  const service = await startService(
    config,
    progress,
    createLog({ level: config.logLevel, destination: stream }),
    progress,
  )
  try {
    await waitForVoices(service)
    const made = await makeDemoVideo(service, { ...options, script }, progress)
    process.stdout.write(report(made))
  } finally {
    await service.stop()
  }
}

/** They came along while the servers started, or not: a first demo does not wait long, and never fails for it. */
const VOICES_SECONDS = 30

async function waitForVoices({ voices }: RunningService): Promise<void> {
  const outcome = await voices.within(VOICES_SECONDS)
  if (outcome !== null && outcome !== 'unavailable') return
  process.stderr.write(
    'This demo uses a basic voice; install the neural ones with `npm run voices -- pull`.\n',
  )
}

function program(): Command {
  return new Command('demo')
    .description('Turns a script into a presenter video, through the whole service.')
    .option('--script <text>', 'what the presenter says')
    .option('--script-file <file>', 'a text file with what the presenter says')
    .option('--presenter <id>', 'who says it', 'maya')
    .option('--out <file>', 'where the video goes', 'demo.mp4')
    .parse(process.argv)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
