import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type {
  Phone,
  SpeechTimeline,
  SpokenWord,
  VisemeCue,
} from '../../../src/domain/speech/speech-timeline.ts'
import type { TimeSpan } from '../../../src/speech/engines/engine.ts'
import { readSamples } from '../../../src/speech/engines/wav.ts'
import type { Pcm } from '../../../src/speech/engines/wav.ts'
import { speakScript } from '../../../src/speech/speak-script.ts'
import { createSpeaker } from '../../../src/speech/speaker.ts'

/** Rate of finished speech. */
const RATE = 48_000

/** Seconds in which nothing is said. */
export interface Rests {
  readonly before: number
  readonly between: number
  readonly after: number
}

/** Something that is said, with the times of its words and mouth shapes. */
export interface Said {
  readonly timeline: SpeechTimeline
  readonly sound: Pcm
}

/**
 * Has sentences said one after the other by a voice of ours, with rests as long as those of people who read what is
 * shown to them. Places in the script are not kept.
 */
export async function sayWithRests(
  sentences: readonly string[],
  voiceId: string,
  { before, between, after }: Rests,
): Promise<Said> {
  const parts = await sayEach(sentences, voiceId)
  const [words, phones, visemes]: [SpokenWord[], Phone[], VisemeCue[]] = [[], [], []]
  const samples: number[] = []
  let now = 0
  const rest = (seconds: number) => {
    visemes.push({ viseme: 'sil', start: now, end: now + seconds })
    now += seconds
    while (samples.length < now * RATE) samples.push(hum(samples.length))
  }
  rest(before)
  for (const [index, { timeline, sound }] of parts.entries()) {
    const from = now
    const moved = <Span extends TimeSpan>(span: Span): Span => ({
      ...span,
      start: span.start + from,
      end: span.end + from,
    })
    words.push(...timeline.words.map(moved))
    phones.push(...timeline.phones.map(moved))
    visemes.push(...timeline.visemes.map(moved))
    for (const sample of sound.samples) samples.push(sample + hum(samples.length))
    now += timeline.durationSeconds
    rest(index < parts.length - 1 ? between : after)
  }
  if (parts.length === 0) rest(after)
  return {
    timeline: {
      durationSeconds: now,
      engine: { id: 'test', version: '1', voice: voiceId },
      words,
      sentences: [],
      phones,
      visemes,
    },
    sound: { samples: Int16Array.from(samples), sampleRate: RATE },
  }
}

/** Each sentence alone. */
async function sayEach(sentences: readonly string[], voiceId: string): Promise<Said[]> {
  const folder = await mkdtemp(join(tmpdir(), 'presenter-said-'))
  const speaker = createSpeaker({ processes: 1 })
  try {
    const said: Said[] = []
    for (const script of sentences) {
      const audioFile = join(folder, 'speech.wav')
      const timeline = await speakScript(speaker, {
        script,
        voiceId,
        audioFile,
        soundFile: join(folder, 'speech.m4a'),
      })
      said.push({ timeline, sound: readSamples(await readFile(audioFile)) })
    }
    return said
  } finally {
    await speaker.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A room that is not quite silent. */
function hum(at: number): number {
  return 20 * Math.sin(at * at)
}
