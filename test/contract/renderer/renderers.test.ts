import { writeFile } from 'node:fs/promises'

import { createRenderer } from '../../../src/render/renderer.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import { encodeSpeech } from '../../../src/speech/finish/encode-speech.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { sampleWav } from '../../unit/render/sample-speech.ts'
import { describeRenderer, SOUND_SECONDS } from './describe-renderer.ts'

describeRenderer('the renderer of the house', async () => {
  const renderer = await createRenderer({ presentersDir: 'presenters', poolSize: 1 })
  const sound = readSamples(Buffer.from(sampleWav(SOUND_SECONDS)))
  return {
    renderer,
    writeSound: (file) => encodeSpeech(sound, file),
    close: renderer.close,
    takesTime: true,
  }
})

describeRenderer('the quick renderer of the tests', async () => {
  const { renderer } = quickStudio()
  return {
    renderer,
    // Half a second a word.
    writeSound: (file) => writeFile(file, 'one two three four five six'),
    close: renderer.close,
    takesTime: false,
  }
})
