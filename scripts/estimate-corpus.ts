/**
 * Measures how long voices take for the scripts that estimates are fitted to, and fits them anew:
 * `npm run estimate-corpus -- flite` for all voices whose id starts so. Rewrites the corpus and prints a pace
 * for each voice, to be put into `voices/catalogue.json`. Measures the hostile scripts as well, which no
 * pace is fitted to.
 *
 * `npm run estimate-corpus -- kokoro:june 8` measures every eighth script only, which is enough to say how much
 * slower a voice is than its engine's first one.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { UNKNOWN_PACE } from '../src/domain/speech/speech-estimate.ts'
import type { Pace } from '../src/domain/speech/speech-estimate.ts'
import { readConfig } from '../src/config/config.ts'
import { createSpeaker } from '../src/speech/speaker.ts'
import { speakScript } from '../src/speech/speak-script.ts'
import { prepareScript } from '../src/speech/phrases.ts'
import { languageOf } from '../src/speech/language-registry.ts'
import { speechLoad } from '../src/speech/speech-load.ts'
import { VOICES } from '../src/speech/voice-catalogue.ts'
import type { EngineVoice } from '../src/speech/engines/engine.ts'
import { installedEngines } from '../src/voices/installed.ts'
import { fitFactor, fitPace } from './support/fit-pace.ts'

interface Measured {
  readonly script: string
  /** By voice; an estimate is judged by the longest. */
  readonly seconds: Record<string, number>
}

/** What is no word, each voice makes something else of. */
const NONSENSE = /[A-Za-z]{30}/u

/** Fewer scripts cannot tell six kinds of sounds apart. */
const FEWEST_SAMPLES = 60

const CORPUS = new URL('../test/unit/speech/estimate-corpus.json', import.meta.url)

/** Scripts that are hard to foresee and that nobody means to have read; no pace is fitted to them. */
const HOSTILE_CORPUS = new URL('../test/unit/speech/hostile-corpus.json', import.meta.url)

const corpus = await readCorpus(CORPUS)
const [, , prefix = '', every = '1'] = process.argv
const wanted = VOICES.filter(({ id }) => id.startsWith(prefix))
const speaker = createSpeaker({ processes: 2, installed: installedEngines(readConfig().cacheDir) })
const folder = await mkdtemp(join(tmpdir(), 'estimate-corpus-'))
try {
  const [audioFile, soundFile] = [join(folder, 'speech.wav'), join(folder, 'speech.m4a')]
  for (const { id } of wanted) {
    for (const file of [CORPUS, HOSTILE_CORPUS]) {
      const measured = file === CORPUS ? corpus : await readCorpus(file)
      for (const [index, { script, seconds }] of measured.entries()) {
        if (index % Number(every) !== 0) continue
        const request = { script, voiceId: id, audioFile, soundFile }
        seconds[id] = (await speakScript(speaker, request)).durationSeconds
      }
      // Voice by voice, because the neural ones take half an hour each.
      await writeFile(file, `${JSON.stringify(measured, null, 2)}\n`)
    }
  }
} finally {
  await speaker.close()
  await rm(folder, { recursive: true })
}
for (const voice of wanted) report(voice)

async function readCorpus(file: URL): Promise<readonly Measured[]> {
  return JSON.parse(await readFile(file, 'utf8')) as readonly Measured[]
}

function report({ id, language, pace: own }: EngineVoice): void {
  const samples = corpus.flatMap(({ script, seconds }) =>
    seconds[id] === undefined || NONSENSE.test(script)
      ? []
      : { load: speechLoad(prepareScript(script, { language }), languageOf(language)), seconds: seconds[id] },
  )
  if (samples.length < FEWEST_SAMPLES) {
    process.stdout.write(
      `${id}: ${fitFactor(samples, own ?? UNKNOWN_PACE).toFixed(3)} times as slow as estimated now\n`,
    )
    return
  }
  const { pace, unseenErrors } = fitPace(samples)
  const mean = unseenErrors.reduce((sum, error) => sum + Math.abs(error), 0) / unseenErrors.length
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  process.stdout.write(
    `${id}: "pace": ${printed(pace)}\n` +
      `  each script by a fit to the others: mean error ${percent(mean)}, ` +
      `too short by up to ${percent(Math.max(...unseenErrors.map((error) => 1 / (1 + error) - 1)))}, ` +
      `too long by up to ${percent(Math.max(...unseenErrors))}\n`,
  )
}

function printed(pace: Pace): string {
  const members = Object.entries(pace).map(([name, seconds]) => `"${name}": ${Number(seconds.toFixed(4))}`)
  return `{ ${members.join(', ')} }`
}
