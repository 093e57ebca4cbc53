import { createSpeaker } from '../../../src/speech/speaker.ts'
import { quickStudio } from '../../support/service/quick-studio.ts'
import { describeSpeaker } from './describe-speaker.ts'

describeSpeaker('the speaker of the house', () => {
  const speaker = createSpeaker({ processes: 1 })
  return { speaker, voiceId: 'flite:slt', close: speaker.close, takesTime: true }
})

describeSpeaker('the quick speaker of the tests', () => {
  const { speaker } = quickStudio()
  return { speaker, voiceId: 'quick:one', close: speaker.close, takesTime: false }
})
