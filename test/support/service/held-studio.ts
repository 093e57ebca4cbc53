import type { Studio } from '../../../src/app/adapters/studio.ts'
import type { Speaker } from '../../../src/ports/speech/speaker.ts'
import { quickStudio } from './quick-studio.ts'

/** Share of the script that is spoken before a held studio waits: who polls sees that it has begun. */
const BEGUN_SHARE = 0.1

/** A studio that begins to speak and then waits, so that its videos stay `rendering`. */
export interface HeldStudio extends Studio {
  /** Lets all held videos go on, and those that come. */
  release(): void
  /** Holds the videos that come from now on. */
  hold(): void
}

/** Makes a quick studio that holds every video until it is released or the video is deleted. Scripts that begin with "Fail" fail. */
export function heldStudio(): HeldStudio {
  const quick = quickStudio()
  let gate = newGate()
  let isOpen = false

  const speakPart: Speaker['speakPart'] = async (request, options) => {
    options?.onProgress?.(BEGUN_SHARE)
    await Promise.race([gate.opened, aborted(options?.signal)])
    if (request.script.startsWith('Fail'))
      throw Object.assign(new Error('There is nothing to say.'), { name: 'SpeechImpossible' })
    return quick.speaker.speakPart(request, options)
  }

  return {
    ...quick,
    speaker: { ...quick.speaker, speakPart },
    release() {
      gate.open()
      isOpen = true
    },
    hold() {
      // What is held already waits for the same release.
      if (isOpen) gate = newGate()
      isOpen = false
    },
  }
}

function newGate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
