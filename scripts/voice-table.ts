/**
 * Measures every voice of the catalogue and writes the table of `docs/voices.md`: `npm run voice-table`.
 * The neural ones must be installed.
 */
import { readConfig } from '../src/config/config.ts'
import { requireEngine } from '../src/speech/engine-registry.ts'
import { joinedSamples } from '../src/speech/engines/joined-samples.ts'
import { prepareScript } from '../src/speech/phrases.ts'
import { VOICES } from '../src/speech/voice-catalogue.ts'
import type { EngineVoice } from '../src/speech/engines/engine.ts'
import { installedEngines } from '../src/voices/installed.ts'
import { writeMeasuredTables } from './support/measured-tables.ts'
import { pitchOf } from './support/pitch.ts'

const DOCUMENT = 'docs/voices.md'

const SCRIPT = `Welcome back to our quarterly update. Sales grew by twenty three percent, and the new office in Paris
opened on time. What comes next? We will record a short video every week, so that nobody has to read long emails.`

const installed = installedEngines(readConfig().cacheDir)

async function measure(voice: EngineVoice): Promise<string> {
  const description = requireEngine(voice.engine)
  const engine = await description.load(installed.folderOf(description))
  const parts: Int16Array[] = []
  let sampleRate = 1
  let words = 0
  for (const { phrase } of prepareScript(SCRIPT).phrases) {
    const spoken = await engine.say(phrase, voice)
    if (!spoken) continue
    parts.push(spoken.samples)
    sampleRate = spoken.sampleRate
    words += phrase.words.length
  }
  const samples = joinedSamples(parts)
  const seconds = samples.length / sampleRate
  const { median, low, high } = pitchOf(samples, sampleRate)
  const cells = [
    `\`${voice.id}\``,
    voice.name,
    voice.gender,
    voice.language,
    `${median} (${low}–${high})`,
    Math.round((words / seconds) * 60),
    voice.character,
  ]
  return `| ${cells.join(' | ')} |`
}

const rows = [
  '| Voice | Name | Gender | Language | Pitch, Hz (5–95 %) | Words a minute | Good for |',
  '| ----- | ---- | ------ | -------- | ------------------ | -------------- | -------- |',
]
for (const voice of VOICES) {
  const row = await measure(voice)
  console.log(row)
  rows.push(row)
}
await writeMeasuredTables(DOCUMENT, `\n${rows.join('\n')}\n\n`)
