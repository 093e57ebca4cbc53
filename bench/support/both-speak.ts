import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '../../src/config/config.ts'
import { createSpeaker } from '../../src/speech/speaker.ts'
import type { ProcessSpeaker } from '../../src/speech/speaker.ts'
import { installedEngines } from '../../src/voices/installed.ts'
import type { Figure, Round } from './figure.ts'
import { SCRIPTS, shortScript } from './scripts.ts'
import type { BenchServers } from './servers.ts'
import { standInRenderer } from './stand-in-renderer.ts'
import { hasNeuralVoices, withService } from './whole-way.ts'

const PROCESSES = 2
const ROUNDS = 3
const SCRIPT = SCRIPTS['one minute']

/**
 * How long the script of a minute is spoken by two processes, while nothing is drawn, against the same phrases that are all
 * asked for at once: there a process has a pause only at the very end.
 */
export async function bothSpeak(servers: BenchServers, rounds = ROUNDS): Promise<Figure> {
  const engine = hasNeuralVoices() ? 'kokoro' : 'flite'
  const voiceId = engine === 'kokoro' ? 'kokoro:aria' : 'flite:slt'
  const installed = installedEngines(readConfig().cacheDir, engine)
  const speaker = createSpeaker({ processes: PROCESSES, installed })
  const measured: Round[] = []
  try {
    await speaker.warmUp()
    const renderer = standInRenderer()
    // The presenters of the stand-in speak with basic voices.
    const presenters = renderer.presenters().map((presenter) => ({ ...presenter, voiceId }))
    const setting = {
      speechEngine: engine,
      studioProcesses: PROCESSES,
      renderer: { ...renderer, presenters: () => presenters },
    } as const
    await withService(servers, setting, async (service) => {
      await service.make(shortScript(0))
      for (let round = 0; round < rounds; round += 1) {
        const { stageSeconds } = await service.make(SCRIPT)
        measured.push({ ours: stageSeconds.speech, theirs: await secondsAtOnce(speaker, voiceId) })
      }
    })
  } finally {
    await speaker.close()
  }
  return {
    name: `a minute spoken with a ${engine === 'kokoro' ? 'neural' : 'basic'} voice by two processes`,
    against: 'all its phrases at once',
    goal: 1.05,
    unit: 's',
    rounds: measured,
  }
}

async function secondsAtOnce(speaker: ProcessSpeaker, voiceId: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-bench-'))
  try {
    const request = { script: SCRIPT, voiceId }
    const { parts } = await speaker.join({ ...request, times: [] })
    const startedAt = performance.now()
    await Promise.all(
      Array.from({ length: parts }, (_, part) =>
        speaker.speakPart({ ...request, part, partFile: join(folder, String(part)) }),
      ),
    )
    return (performance.now() - startedAt) / 1000
  } finally {
    await rm(folder, { recursive: true })
  }
}
