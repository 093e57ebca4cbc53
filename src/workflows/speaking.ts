import { condition } from '@temporalio/workflow'

import type { Activities } from '../activities/index.ts'
import type { KnownSpeech } from '../activities/speech/speech.ts'
import { SPEECH } from './activity-options.ts'
import type { Beside } from './all-or-none.ts'
import { PARTS_AT_ONCE } from './contract.ts'
import type { ProduceVideoInput } from './contract.ts'
import { triedActivities } from './tried-activities.ts'

const { speakPart } = triedActivities<Activities>(SPEECH)

/** A script that is being spoken. */
export interface Speaking {
  /** What is known as soon as more parts than this are spoken, from the first one on. */
  beyond(parts: number): Promise<KnownSpeech>
  /** What is known when all of it is spoken. */
  whole(): Promise<KnownSpeech>
}

/**
 * Has a script spoken part by part, `PARTS_AT_ONCE` at a time. A worker's processes take phrases in the order in which their
 * parts were asked for, so that the last phrase of a part leaves no process idle, and parts are mostly ready in order.
 *
 * @param beside starts each part. What it cancels is spoken no further.
 * @param onKnown is called each time when more is known.
 */
export function beginSpeaking(
  input: ProduceVideoInput,
  beside: Beside,
  onKnown: (known: KnownSpeech) => void,
): Speaking {
  let known: KnownSpeech | null = null
  /** The first result tells how many there are. */
  let parts: number | null = null
  let asked = 0
  let answered = 0

  const speak = (part: number) => async () => {
    const summary = `part ${part + 1}${parts === null ? '' : ` of ${parts}`}`
    const spoken = await speakPart.executeWithOptions({ summary }, [{ ...input, part }])
    answered += 1
    parts = spoken.parts
    askForMore()
    if (spoken.spoken <= (known?.spoken ?? 0)) return
    known = spoken
    onKnown(known)
  }
  function askForMore(): void {
    // Until they are counted, only what is nearly certain to be there is asked for.
    const most = parts ?? (input.isLong ? PARTS_AT_ONCE : 1)
    for (; asked < most && asked - answered < PARTS_AT_ONCE; asked += 1) beside(speak(asked))
  }

  askForMore()
  const when = async (isEnough: (known: KnownSpeech) => boolean): Promise<KnownSpeech> => {
    await condition(() => known !== null && isEnough(known))
    return known as KnownSpeech
  }
  return {
    beyond: (least) => when(({ spoken }) => spoken > least),
    whole: () => when((latest) => latest.spoken === latest.parts),
  }
}
