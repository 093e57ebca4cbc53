import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createSpeaker } from '../src/speech/speaker.ts'
import { speakScript } from '../src/speech/speak-script.ts'
import type { Figure, Round } from './figure.ts'
import { SCRIPTS, shortScript } from './scripts.ts'
import type { BenchServers } from './servers.ts'
import { withService } from './whole-way.ts'

const PROCESSES = 2
const ROUNDS = 3
const SCRIPT = SCRIPTS['one minute']

/**
 * A minute with a basic voice, from the POST until it is ready, against plain x264 on both cores for the same pictures.
 * They were drawn before, and are in memory.
 */
export async function lightWay(servers: BenchServers, rounds = ROUNDS): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-bench-'))
  const timelineFile = join(folder, 'timeline.json')
  const measured: Round[] = []
  try {
    await speakInto(timelineFile, folder)
    const setting = { speechEngine: 'flite', studioProcesses: PROCESSES } as const
    await withService(servers, setting, async (service) => {
      // Once unmeasured: what is loaded and painted once is not what a video costs.
      await service.make(shortScript(0))
      for (let round = 0; round < rounds; round += 1) {
        const { readySeconds } = await service.make(SCRIPT)
        measured.push({ ours: readySeconds, theirs: await plainSeconds(timelineFile, folder) })
      }
    })
  } finally {
    await rm(folder, { recursive: true })
  }
  return {
    name: 'a minute with a basic voice',
    against: 'plain x264 for its pictures on both cores',
    goal: 1.25,
    unit: 's',
    rounds: measured,
  }
}

async function speakInto(timelineFile: string, folder: string): Promise<void> {
  const speaker = createSpeaker({ processes: 1 })
  try {
    const request = { script: SCRIPT, voiceId: 'flite:slt', soundFile: join(folder, 'speech.m4a') }
    await writeFile(timelineFile, JSON.stringify(await speakScript(speaker, request)))
  } finally {
    await speaker.close()
  }
}

async function plainSeconds(timelineFile: string, folder: string): Promise<number> {
  const program = new URL('./plain-minute.ts', import.meta.url).pathname
  const args = [program, timelineFile, join(folder, 'plain.mp4'), String(PROCESSES)]
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', ...args])
  return (JSON.parse(stdout) as { seconds: number }).seconds
}
