import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { createSpeaker } from '../../../src/speech/speaker.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import type { Figure, Round } from '../figure.ts'
import type { PlainSeconds } from './plain-minute.ts'
import { SCRIPTS, shortScript } from '../scripts.ts'
import type { BenchServers } from '../servers.ts'
import { withService } from '../whole-way.ts'
import { FROM_SOURCE } from '../../../scripts/support/from-source.ts'

const PROCESSES = 2
const ROUNDS = 3
const SCRIPT = SCRIPTS['one minute']

/**
 * A minute with a basic voice, from the POST until it is ready, against plain x264 for the same pictures. They were drawn
 * before, and are in memory.
 *
 * x264 does not use two cores to the full, so there are two figures: against what it takes one core, halved, and against what
 * it takes with two threads.
 */
export async function lightWay(servers: BenchServers, rounds = ROUNDS): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-bench-'))
  const timelineFile = join(folder, 'timeline.json')
  const [halved, threaded]: [Round[], Round[]] = [[], []]
  try {
    await speakInto(timelineFile, folder)
    const setting = { speechEngine: 'flite', studioProcesses: PROCESSES } as const
    await withService(servers, setting, async (service) => {
      // Once unmeasured: what is loaded and painted once is not what a video costs.
      await service.make(shortScript(0))
      for (let round = 0; round < rounds; round += 1) {
        const { readySeconds: ours } = await service.make(SCRIPT)
        halved.push({ ours, theirs: (await plain(timelineFile, folder, 1)).processor / PROCESSES })
        threaded.push({ ours, theirs: (await plain(timelineFile, folder, PROCESSES)).wall })
      }
    })
  } finally {
    await rm(folder, { recursive: true })
  }
  const minute = { goal: 1.25, unit: 's' } as const
  return [
    {
      ...minute,
      name: 'a minute with a basic voice',
      against: 'plain x264 for its pictures, half on each core',
      rounds: halved,
    },
    {
      ...minute,
      name: 'a minute with a basic voice, by x264’s own threads',
      against: 'plain x264 with two threads',
      rounds: threaded,
    },
  ]
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

async function plain(timelineFile: string, folder: string, threads: number): Promise<PlainSeconds> {
  const program = new URL('./plain-minute.ts', import.meta.url).pathname
  const args = [program, timelineFile, join(folder, 'plain.mp4'), String(threads)]
  const { stdout } = await promisify(execFile)(process.execPath, [...FROM_SOURCE, ...args])
  return JSON.parse(stdout) as PlainSeconds
}
