import { held, turns } from './beats.ts'
import { moodsOf } from './moods.ts'
import { between, easeInOut } from '../paint/noise.ts'
import type { SpeechTimeline } from '../../domain/speech/speech-timeline.ts'
import type { Turn } from './beats.ts'
import type { Mood } from './moods.ts'

/** What a face shows of a mood at one moment. */
export interface Expression {
  /** Corners of the mouth up, 0 to 1. */
  readonly smile: number
  /** Cheeks up, and the lower lids with them, 0 to 1. */
  readonly cheeks: number
  /** Brows up, about -0.2 to 0.8; stressed words come on top. */
  readonly brows: number
  /** Brows drawn together and down at the nose, to 1; raised there, to -0.5. */
  readonly knit: number
  /** Upper lids: lower than at rest, or less than 0, which opens them wide. */
  readonly lids: number
}

type Face = Omit<Expression, 'cheeks'>

const FACES: Readonly<Record<Mood, Face>> = {
  neutral: { smile: 0.38, brows: 0, knit: 0, lids: 0 },
  warm: { smile: 0.82, brows: 0.1, knit: 0, lids: 0 },
  earnest: { smile: 0.1, brows: -0.1, knit: 0.75, lids: 0.06 },
  asking: { smile: 0.36, brows: 0.5, knit: -0.5, lids: -0.04 },
  surprised: { smile: 0.5, brows: 0.75, knit: 0, lids: -0.16 },
}

/** A face is on its way before the first word, and arrives with it. */
const LEADS_SECONDS = 0.2
const CHANGE_SECONDS = 0.5

/** Nobody is surprised for longer than this: then the rest of the phrase is said warmly. */
const SURPRISED_SECONDS = 1.5

/** From this smile on, cheeks rise. */
const CHEEKS_FROM = 0.3

/**
 * A face that goes with what is said, as a pure function of the moment: it eases from the mood of each phrase to that of
 * the next one, and is friendly before and after speaking.
 */
export function expressions(timeline: SpeechTimeline, seed: number): (seconds: number) => Expression {
  const list = changes(timeline, seed)
  const first = timeline.words[0]?.start ?? 0
  const last = timeline.words.at(-1)?.end ?? 0
  return (seconds) => {
    const [from, to, share] = held(list, seconds, FACES.warm)
    const at = (member: keyof Face) => from[member] + (to[member] - from[member]) * share
    const before = 1 - easeInOut((seconds - first + 0.25) / 0.7)
    const after = easeInOut((seconds - last - 0.05) / 0.5)
    const friendly = Math.max(before, after)
    const smile = Math.max(at('smile'), friendly)
    return {
      smile,
      cheeks: Math.max(0, (smile - CHEEKS_FROM) / (1 - CHEEKS_FROM)),
      brows: at('brows') * (1 - friendly),
      knit: at('knit') * (1 - friendly),
      lids: at('lids') * (1 - friendly),
    }
  }
}

function changes(timeline: SpeechTimeline, seed: number): Turn<Face>[] {
  const moments = moodsOf(timeline, seed ^ 0x1).flatMap(({ start, end, mood }, index) => {
    const face = { at: Math.max(0, start - LEADS_SECONDS), face: strength(FACES[mood], seed, index) }
    const calmer = { at: start + SURPRISED_SECONDS, face: FACES.warm }
    return mood === 'surprised' && calmer.at < end - LEADS_SECONDS ? [face, calmer] : [face]
  })
  return turns(
    moments.map(({ at }) => at),
    CHANGE_SECONDS,
    (index) => moments[index]?.face ?? FACES.neutral,
  )
}

/** The same mood is never shown in quite the same way. */
function strength(face: Face, seed: number, index: number): Face {
  const { neutral } = FACES
  const much = between(seed ^ 0x2, index, 0.75, 1.1)
  const at = (member: keyof Face) => neutral[member] + (face[member] - neutral[member]) * much
  return { smile: at('smile'), brows: at('brows'), knit: at('knit'), lids: at('lids') }
}
