/**
 * How well voices are understood: `npm run bench:speech`, or some of them, `npm run bench:speech -- kokoro:heart`.
 *
 * Every voice that is installed says the scripts of `bench/speech/fresh.txt`, as the product speaks them. Two recognisers
 * that work offline write down what they hear: Moonshine "tiny" and Whisper "tiny.en", by way of Python. What is counted is
 * the word error rate, raw: homophones and other spellings are errors. Recognisers err too: compare voices by them, and
 * versions of one voice.
 *
 * - `--words` lists what was heard otherwise than it was written.
 * - `--adjusting` has the voices say `bench/speech/adjusting.txt`. Voices are adjusted by these scripts, and never by the
 *   fresh ones, which judge them.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '../src/config/config.ts'
import { createSpeaker } from '../src/speech/speaker.ts'
import { VOICES } from '../src/speech/voice-catalogue.ts'
import { LOCAL_ENGINES, requireEngine } from '../src/speech/engine-registry.ts'
import { installedEngines } from '../src/voices/installed.ts'
import { soundsOf } from '../test/support/speech/heard.ts'
import { resolveSpeechRecogniser, resolveWhisper } from '../test/support/speech/speech-recogniser.ts'
import type { SpeechRecogniser } from '../test/support/speech/speech-recogniser.ts'
import { sumOfErrors, wordErrors, wrongWords } from '../test/support/speech/word-errors.ts'
import type { WordErrors, WrongWord } from '../test/support/speech/word-errors.ts'

const FRESH_FILE = 'bench/speech/fresh.txt'
const ADJUSTING_FILE = 'bench/speech/adjusting.txt'

/** The recognisers in their order. */
const NAMES = ['Moonshine', 'Whisper']

/** Neural phrases are spoken with one thread each. */
const PROCESSES = 2

/** What a recogniser heard of a voice. */
interface Heard extends WordErrors {
  readonly wrong: readonly WrongWord[]
}

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { adjusting: { type: 'boolean' }, words: { type: 'boolean' } },
})
const recognisers = await bothRecognisers()
const installed = installedEngines(readConfig().cacheDir)
if (!LOCAL_ENGINES.every((engine) => installed.isInstalled(engine)))
  console.warn('The neural voices are not installed: npm run voices -- pull')
const voices = VOICES.filter(
  ({ id, engine }) =>
    (wanted.length === 0 || wanted.includes(id)) && installed.isInstalled(requireEngine(engine)),
)
const sentences = (await readFile(options.adjusting ? ADJUSTING_FILE : FRESH_FILE, 'utf8')).trim().split('\n')

const speaker = createSpeaker({ processes: PROCESSES, installed })
const folder = await mkdtemp(join(tmpdir(), 'bench-speech-'))
try {
  console.log('| Voice | Words | Moonshine | Whisper |')
  console.log('| ----- | ----: | --------: | ------: |')
  for (const { id } of voices) {
    const files = await soundsOf(speaker, folder, { voiceId: id, sentences })
    const heard: Heard[] = []
    for (const recogniser of recognisers) heard.push(compared(await recogniser.recognise(files)))
    console.log(`| \`${id}\` | ${heard[0]?.words} | ${heard.map(rateOf).join(' | ')} |`)
    if (options.words) printWords(heard)
    await Promise.all(files.map((file) => rm(file)))
  }
} finally {
  await speaker.close()
  await rm(folder, { recursive: true })
}

async function bothRecognisers(): Promise<SpeechRecogniser[]> {
  const recognisers: SpeechRecogniser[] = []
  for (const recogniser of [await resolveSpeechRecogniser(), await resolveWhisper()]) {
    if ('missing' in recogniser) {
      console.error(recogniser.missing)
      process.exit(1)
    }
    recognisers.push(recogniser)
  }
  return recognisers
}

function compared(texts: readonly string[]): Heard {
  const pairs = sentences.map((sentence, index) => [sentence, texts[index] ?? ''] as const)
  return {
    ...sumOfErrors(pairs.map(([said, heard]) => wordErrors(said, heard))),
    wrong: pairs.flatMap(([said, heard]) => wrongWords(said, heard)),
  }
}

/** Of each recogniser in its turn, where it heard anything otherwise. */
function printWords(heard: readonly Heard[]): void {
  for (const [index, { wrong }] of heard.entries())
    if (wrong.length > 0) console.log(`  ${NAMES[index]}: ${wrong.map(written).join(', ')}`)
}

function rateOf({ errors, words }: WordErrors): string {
  return `${((errors / words) * 100).toFixed(1)} %`
}

function written({ said, heard }: WrongWord): string {
  return `${said ?? '+'} → ${heard ?? '–'}`
}
