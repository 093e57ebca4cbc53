/**
 * The production worker process but for its studio: videos are ready at once, and scripts that begin with
 * "Fail" fail. It speaks with the voices that a worker would have.
 *
 * Settings as for the worker; the activities reach Temporal by CLIENT_TEMPORAL_ADDRESS, so that a test can
 * tell what they ask of it from what the worker itself does.
 */
import { createApp } from '../../src/app/app.ts'
import { readConfig, requireOutside } from '../../src/config/config.ts'
import { createLog } from '../../src/process/log.ts'
import { readMasterKeys } from '../../src/config/master-key.ts'
import { startWorker } from '../../src/temporal/run-worker.ts'
import { missingVoices } from '../../src/voices/installed.ts'
import { quickStudio } from './quick-studio.ts'

const config = readConfig()
const { databaseUrl, temporalAddress } = requireOutside(config)
const log = createLog({ level: config.logLevel })
const surroundings = {
  databaseUrl,
  temporalAddress: process.env['CLIENT_TEMPORAL_ADDRESS'] ?? temporalAddress,
  publicUrl: config.publicUrl ?? '',
  masterKeys: await readMasterKeys({ ...config, production: true }),
  log,
}
const { speaker } = quickStudio()
const studio = quickStudio({
  speaker: {
    speakPart(request) {
      const missing = missingVoices(config.speechEngine, config.cacheDir)
      if (missing) return Promise.reject(Object.assign(new Error(missing), { name: 'VoiceNotInstalled' }))
      if (!request.script.startsWith('Fail')) return speaker.speakPart(request)
      return Promise.reject(
        Object.assign(new Error('There is nothing to say.'), { name: 'SpeechImpossible' }),
      )
    },
  },
})
const app = await createApp(config, surroundings, studio)
await app.secrets.claim()
await app.joinFleet()
const worker = await startWorker(config, temporalAddress, app, log)
log.info({ taskQueues: config.taskQueues }, 'worker started')
await worker.ended
