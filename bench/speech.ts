/**
 * How well voices are understood: `npm run bench:speech`, or some of them, `npm run bench:speech -- kokoro:aria`.
 *
 * Every voice that is installed says the sentences of `bench/support/speech-sentences.txt`, as the product speaks
 * them; a recogniser that works offline (Moonshine "tiny", by way of Python) writes down what it hears. What is
 * counted is the word error rate. The recogniser errs too: compare voices by it, and versions of one voice.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '../src/config/config.ts'
import { createSpeaker } from '../src/speech/speaker.ts'
import { VOICES } from '../src/speech/voice-catalogue.ts'
import type { EngineVoice } from '../src/speech/engines/engine.ts'
import { LOCAL_ENGINES, requireEngine } from '../src/speech/engine-registry.ts'
import { installedEngines } from '../src/voices/installed.ts'
import { errorsHeard } from '../test/support/speech/heard.ts'
import { resolveSpeechRecogniser } from '../test/support/speech/speech-recogniser.ts'
import { sumOfErrors } from '../test/support/speech/word-errors.ts'
import type { WordErrors } from '../test/support/speech/word-errors.ts'

const SENTENCES_FILE = 'bench/support/speech-sentences.txt'

interface Heard extends WordErrors {
  readonly voice: EngineVoice
}

const wanted = process.argv.slice(2)
const recogniser = await resolveSpeechRecogniser()
if ('missing' in recogniser) {
  console.error(recogniser.missing)
  process.exit(1)
}
const installed = installedEngines(readConfig().cacheDir)
if (!LOCAL_ENGINES.every((engine) => installed.isInstalled(engine)))
  console.warn('The neural voices are not installed: npm run voices -- pull')
const voices = VOICES.filter(
  ({ id, engine }) =>
    (wanted.length === 0 || wanted.includes(id)) && installed.isInstalled(requireEngine(engine)),
)
const sentences = (await readFile(SENTENCES_FILE, 'utf8')).trim().split('\n')

const speaker = createSpeaker({ processes: 1, installed })
const folder = await mkdtemp(join(tmpdir(), 'bench-speech-'))
const all: Heard[] = []
try {
  console.log('| Voice         | Words | Errors | Word error rate |')
  console.log('| ------------- | ----: | -----: | --------------: |')
  for (const voice of voices) {
    const [heard = sumOfErrors([])] = await errorsHeard({ speaker, recogniser, folder }, [
      { voiceId: voice.id, sentences },
    ])
    all.push({ voice, ...heard })
    printRow(`\`${voice.id}\``, heard)
  }
  for (const { id: engine } of LOCAL_ENGINES) {
    const ofEngine = all.filter(({ voice }) => voice.engine === engine)
    if (ofEngine.length > 1) printRow(`all ${engine}`, sumOfErrors(ofEngine))
  }
} finally {
  await speaker.close()
  await rm(folder, { recursive: true })
}

function printRow(name: string, { words, errors }: WordErrors): void {
  const rate = `${((errors / words) * 100).toFixed(1)} %`
  console.log(
    `| ${name.padEnd(14)}| ${String(words).padStart(5)} | ${String(errors).padStart(6)} | ${rate.padStart(15)} |`,
  )
}
