import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSamples, wavBytes } from '../../../src/speech/engines/wav.ts'
import { picturesOf, sideBySide } from './forged-take.ts'
import { openTakes, soundOfFilm } from './twin-takes.ts'
import type { TakeCheck, TakeCheckCode } from '../../../src/domain/twin/twin-take.ts'
import type { Pictures } from './forged-take.ts'
import type { TrackedFiles } from './twin-takes.ts'

/** Recordings that were made to deceive, or went wrong, each of presenters of ours, and the one that they are made of. */

const SECONDS = 5
const LARGE = 'scale=1280:-2'
const [PERSON, ANOTHER] = ['presenters/kenji/preview.mp4', 'presenters/amara/preview.mp4']
const SENTENCES = ['Hello, I am Kenji.', 'Send me your script, and I will say it, word for word.']
const SOUND_RATE = 16_000

/** A recording that must not become part of a twin. */
export interface Forgery {
  readonly what: string
  /** The checks that refuse it. */
  readonly by: readonly TakeCheckCode[]
  /** Whether it is enough when an operator must decide. */
  readonly mayBeUnclear?: boolean
  make(workshop: ForgeryWorkshop): Promise<TrackedFiles>
  /** What it should have said; that of the honest take unless told. */
  readonly sentences?: readonly string[]
}

/** Films of two presenters, and an honest take of the one. */
export interface ForgeryWorkshop {
  readonly takes: Awaited<ReturnType<typeof openTakes>>
  readonly pictures: Pictures
  readonly others: Pictures
  readonly sound: Float32Array
  readonly honest: TrackedFiles
  /** What the checks of a reading say. */
  check(take: TrackedFiles, sentences?: readonly string[]): Promise<readonly TakeCheck[]>
  close(): Promise<void>
}

/** Decodes the films and tracks the honest take. */
export async function openForgeries(): Promise<ForgeryWorkshop> {
  const takes = await openTakes()
  const pictures = await picturesOf(PERSON, SECONDS, LARGE)
  const others = await picturesOf(ANOTHER, SECONDS, LARGE)
  const sound = (await soundOfFilm(PERSON)).slice(0, SECONDS * 48_000)
  return {
    takes,
    pictures,
    others,
    sound,
    honest: await takes.film('honest', pictures, { sound }),
    async check(take, sentences = SENTENCES) {
      return (await takes.studio.checkTake({ ...take, part: 'reading', sentences, words: [] })).checks
    },
    close: takes.close,
  }
}

/** Recordings that are refused. */
export const FORGERIES: readonly Forgery[] = [
  {
    what: 'two people',
    by: ['one_face'],
    make: ({ takes, pictures, others, sound }) =>
      takes.film('two', firstSeconds(sideBySide(pictures, others), 1), { sound }),
  },
  {
    what: 'a dark picture',
    by: ['light'],
    make: ({ takes, pictures, sound }) => takes.film('dark', darkened(firstSeconds(pictures, 1)), { sound }),
  },
  {
    what: 'a blurred picture',
    by: ['sharp'],
    make: async ({ takes, sound }) =>
      takes.film('blurred', await picturesOf(PERSON, 1, `${LARGE},gblur=sigma=9`), { sound }),
  },
  {
    what: 'somebody else who takes the place',
    by: ['same_person'],
    make: (workshop) => swapped(workshop, 'swapped', [55, Infinity]),
  },
  {
    what: 'somebody else who takes the place for two seconds',
    by: ['same_person'],
    make: (workshop) => swapped(workshop, 'visited', [45, 105]),
  },
  {
    what: 'a picture that stands still while the sound goes on',
    by: ['moving'],
    make({ takes, pictures, sound }) {
      const { frames, ...size } = firstSeconds(pictures, 3.5)
      const frozen = frames.map((_, index) => frames[Math.min(index, 5)]!)
      return takes.film('frozen', { ...size, frames: frozen }, { sound })
    },
  },
  {
    what: 'silence',
    by: ['sound', 'lips', 'words'],
    make: (workshop) => withSound(workshop, 'silent', new Int16Array(SECONDS * SOUND_RATE)),
  },
  {
    what: 'the sound of another take',
    by: ['lips'],
    mayBeUnclear: true,
    async make(workshop) {
      const { samples } = readSamples(await readFile(workshop.honest.soundFile))
      const moved = new Int16Array(samples.length)
      samples.forEach((sample, index) => (moved[(index + 2 * SOUND_RATE) % samples.length] = sample))
      return withSound(workshop, 'moved', moved)
    },
  },
  {
    what: 'words that are not the text',
    by: ['words'],
    make: ({ honest }) => Promise.resolve(honest),
    sentences: [
      'The committee will meet again after the holidays.',
      'I have never seen so many people in one room.',
    ],
  },
]

/** An honest take in which the other person is seen in these frames. */
function swapped(
  { takes, pictures, others, sound }: ForgeryWorkshop,
  name: string,
  [from, until]: readonly [number, number],
): Promise<TrackedFiles> {
  const { frames, ...size } = pictures
  const shown = frames.map((frame, index) => (index < from || index >= until ? frame : others.frames[index]!))
  return takes.film(name, { ...size, frames: shown }, { sound })
}

/** The pictures of a film's first seconds. */
export function firstSeconds({ frames, ...size }: Pictures, seconds: number): Pictures {
  return { ...size, frames: frames.slice(0, seconds * 30) }
}

/** The pictures of a film's last seconds. */
export function lastSeconds({ frames, ...size }: Pictures, seconds: number): Pictures {
  return { ...size, frames: frames.slice(-seconds * 30) }
}

function darkened({ frames, ...size }: Pictures): Pictures {
  const luma = size.width * size.height
  return {
    ...size,
    frames: frames.map((frame) =>
      frame.map((value, index) => (index < luma ? 16 + (value - 16) * 0.1 : value)),
    ),
  }
}

/** The honest take with another sound. */
async function withSound(
  { takes, honest }: ForgeryWorkshop,
  name: string,
  samples: Int16Array,
): Promise<TrackedFiles> {
  const soundFile = join(takes.folder, `${name}.wav`)
  await writeFile(soundFile, wavBytes({ samples, sampleRate: SOUND_RATE }))
  return { ...honest, soundFile }
}
