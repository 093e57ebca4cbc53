/**
 * The production worker process but for its studio: videos are ready at once, and scripts that begin with
 * "Fail" fail. It speaks with the voices that a worker would have.
 *
 * Settings as for the worker; the activities reach Temporal by CLIENT_TEMPORAL_ADDRESS, so that a test can
 * tell what they ask of it from what the worker itself does. With SPEAKING_HANGS, a part of a script is spoken
 * until it is cancelled.
 */
import { logOrigin } from '../../../src/app/log-origin.ts'
import { runWorkerProcess } from '../../../src/app/worker-process.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Speaker } from '../../../src/ports/speech/speaker.ts'
import { runProgram } from '../../../src/process/program.ts'
import { missingVoices } from '../../../src/voices/installed.ts'
import { quickStudio } from './quick-studio.ts'

const { speechEngine, cacheDir } = readConfig()
const { speaker } = quickStudio()

const speakPart: Speaker['speakPart'] = async (request, options) => {
  const missing = missingVoices(speechEngine, cacheDir)
  if (missing) throw Object.assign(new Error(missing), { name: 'VoiceNotInstalled' })
  if (request.script.startsWith('Fail'))
    throw Object.assign(new Error('There is nothing to say.'), { name: 'SpeechImpossible' })
  if (process.env['SPEAKING_HANGS']) {
    process.stdout.write('speaks until it is cancelled\n')
    await new Promise((_, reject) => options?.signal?.addEventListener('abort', reject, { once: true }))
  }
  return speaker.speakPart(request, options)
}

const clientTemporalAddress = process.env['CLIENT_TEMPORAL_ADDRESS']
await runProgram(logOrigin('worker'), () =>
  runWorkerProcess({
    studio: quickStudio({ speaker: { speakPart } }),
    ...(clientTemporalAddress && { clientTemporalAddress }),
  }),
)
