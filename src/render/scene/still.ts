import { JPEG_QUALITY } from '../paint/jpeg-quality.ts'
import { createCaptions } from '../overlay/captions.ts'
import { posterMoment, posterPieces } from './poster.ts'
import type { SpeechTimeline, SpokenWord } from '../../domain/speech/speech-timeline.ts'
import type { StagedPresenter } from './frame.ts'
import type { Canvas } from '@napi-rs/canvas'

/** What captions show in a still: there is no script yet. */
const SAMPLE = 'Your words appear here as they are said'

const SECONDS_A_WORD = 0.8

/** One of the poses that videos begin with; the same for all stills, so that options alone tell them apart. */
const SEED = 'still'

/** The sample, said evenly. */
export const SAMPLE_TIMELINE = timelineOf(SAMPLE)

/** A still as JPEG, in base64: it leaves its process as a message. */
export async function drawStill(staged: StagedPresenter): Promise<string> {
  const { set, captions: style } = staged.setting
  const figure = posterPieces(staged, SAMPLE_TIMELINE, SEED)
  if (style === null) return encoded(staged.still(figure))
  const look = { style, highlight: set.brand }
  const captions = createCaptions(staged.raster, SAMPLE_TIMELINE, staged.format, look)
  try {
    return await encoded(staged.still([...figure, ...captions.at(posterMoment(SAMPLE_TIMELINE))]))
  } finally {
    captions.close()
  }
}

/** A picture as JPEG, in base64. */
export async function encoded(still: Canvas): Promise<string> {
  return (await still.encode('jpeg', JPEG_QUALITY)).toString('base64')
}

/** A text that is said evenly, with the mouth at rest. */
function timelineOf(text: string): SpeechTimeline {
  const words = [...text.matchAll(/\S+/gu)].map((match, index): SpokenWord => ({
    text: match[0],
    charStart: match.index,
    charEnd: match.index + match[0].length,
    start: index * SECONDS_A_WORD,
    end: (index + 1) * SECONDS_A_WORD,
  }))
  const durationSeconds = words.length * SECONDS_A_WORD
  return {
    durationSeconds,
    engine: { id: 'none', version: '1', voice: 'none' },
    words,
    sentences: [{ charStart: 0, charEnd: text.length, start: 0, end: durationSeconds }],
    phones: [],
    visemes: [{ viseme: 'sil', start: 0, end: durationSeconds }],
  }
}
