import { createCanvas } from '@napi-rs/canvas'
import { wordedCues } from '../../domain/speech/captions.ts'
import { drawablePart, isDrawable } from '../../domain/picture/drawable-text.ts'
import { FONT_FAMILIES } from '../paint/fonts.ts'
import { nextStamp } from '../paint/piece.ts'
import { contrastRatio, textOn } from '../paint/readable.ts'
import { createRecent } from '../paint/recent.ts'
import { captionArea } from './safe-area.ts'
import type { WordedCue } from '../../domain/speech/captions.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { SpeechTimeline, SpokenWord } from '../../domain/speech/speech-timeline.ts'
import type { Raster } from '../../raster/raster.ts'
import type { Brush } from '../paint/brush.ts'
import type { Piece } from '../paint/piece.ts'
import type { Rect } from '../paint/stage.ts'
import type { VideoOptions } from '../../domain/video/video-options.ts'

/** Captions in the picture. */
export interface BurnedCaptions {
  /** The caption at a moment and its spoken word: always two pieces, which may be invisible. */
  at(seconds: number): Piece[]
  /** Gives the memory of its pieces back. */
  close(): void
}

/** In a dark box with the spoken word highlighted, or white letters with a soft shadow. */
export type CaptionStyle = Exclude<VideoOptions['captions'], 'none'>

/** How captions look. */
export interface CaptionLook {
  readonly style: CaptionStyle
  /** The colour of the word that is said, where one is highlighted. */
  readonly highlight: string
}

/** The box behind the words: white on it has a contrast of 7 to 1 over a white picture still. */
const BOX = 'rgba(8, 11, 20, 0.74)'

/** What the box looks like over a dark picture: a highlight like it would not be seen. */
const BOX_AT_DARKEST = '#080b14'

/** Around plain letters: its colour, and in letters how wide the rim is and how far the shadow reaches. */
const SHADE = 'rgba(8, 11, 20, 0.82)'
const RIM = 0.14
const SHADOW = 0.3

/** A highlight less different from the box than this has a rim. */
const LEAST_HIGHLIGHT_CONTRAST = 1.8

/** A word stays highlighted for so long after it was said, unless the next one begins. */
const HIGHLIGHT_LINGERS_SECONDS = 0.25

/** Mean width of Inter's letters in bold, in letters' heights. */
const LETTER_WIDTH = 0.57

/** Words that are too long are written smaller down to this; then they are cut. */
const SMALLEST = 0.55

/** Between words, in letters: wider than a space, so that a highlight does not touch its neighbours. */
const GAP = 0.34

/** In letters: from line to line, around all lines, and around a highlighted word. */
const LINE = 1.32
const BOX_MARGIN = { across: 0.55, up: 0.32 } as const
const WORD_MARGIN = { across: 0.16, up: 0.1 } as const

/** A cue is seen for seconds and a word for part of one, then neither again. */
const PIECES_KEPT = 4

/**
 * Sets the words of a timeline as captions into pictures of a format. Words that cannot be drawn are written as they are
 * said.
 */
export function createCaptions(
  raster: Raster,
  timeline: SpeechTimeline,
  format: PictureFormat,
  { style, highlight }: CaptionLook,
): BurnedCaptions {
  const { letter, longest } = captionArea(format)
  const cues = wordedCues(drawableTimeline(timeline), Math.floor(longest / (letter * LETTER_WIDTH)))
  const layouts = createRecent<Layout>(PIECES_KEPT)
  const unseen = { ...paintPiece(raster, { x: 0, y: 0, width: 1, height: 1 }, () => {}), strength: 0 }
  const drop = ({ bitmap }: Piece): void => raster.free(bitmap)
  const boxes = createRecent(PIECES_KEPT, drop)
  const words = createRecent(PIECES_KEPT, drop)
  return {
    at(seconds) {
      const index = cues.findLastIndex(({ startMs }) => startMs <= seconds * 1_000)
      const cue = cues[index]
      if (!cue || seconds * 1_000 >= cue.endMs) return [unseen, unseen]
      const layout = layouts.get(String(index), () => lay(cue, format))
      const box = boxes.get(String(index), () => paintLines[style](raster, layout))
      if (style === 'plain') return [box, unseen]
      const said = layout.words.findLastIndex(({ word }) => word.start <= seconds)
      const end = layout.words[said]?.word.end ?? 0
      if (said < 0 || seconds >= end + HIGHLIGHT_LINGERS_SECONDS) return [box, unseen]
      const word = words.get(`${index} ${said}`, () => paintWord(raster, layout, said, highlight))
      return [box, word]
    },
    close() {
      boxes.clear()
      words.clear()
      drop(unseen)
    },
  }
}

/** The same words in letters that we have: without emoji, and in other scripts as they are said. */
function drawableTimeline(timeline: SpeechTimeline): SpeechTimeline {
  const words = timeline.words.map((word) => ({ ...word, text: drawableText(word) }))
  return { ...timeline, words }
}

function drawableText({ text, spoken }: SpokenWord): string {
  if (isDrawable(text)) return text
  const part = drawablePart(text)
  return /[\p{L}\p{N}]/u.test(part) ? part : drawablePart(spoken ?? '')
}

/** Where everything of a cue is, in pixels of the picture. */
interface Layout {
  readonly box: Rect
  readonly letter: number
  readonly words: readonly PlacedWord[]
}

interface PlacedWord {
  readonly word: SpokenWord
  readonly text: string
  readonly x: number
  readonly baseline: number
  readonly width: number
}

const ruler = createCanvas(1, 1).getContext('2d')

function setFont(brush: Brush, letter: number): void {
  brush.font = `700 ${letter}px ${FONT_FAMILIES}`
}

function lay(cue: WordedCue, format: PictureFormat): Layout {
  const area = captionArea(format)
  const lines = cue.lines.map((line) => line.map(({ text }) => text))
  setFont(ruler, area.letter)
  const widest = Math.max(...lines.map((line) => widthOf(line, area.letter)))
  const letter = area.letter * Math.max(SMALLEST, Math.min(1, area.longest / widest))
  setFont(ruler, letter)
  const cut = lines.map((line) => line.map((text) => cutTo(text, area.longest)))
  const widths = cut.map((line) => widthOf(line, letter))
  const height = Math.ceil((lines.length * LINE + 2 * BOX_MARGIN.up) * letter)
  const width = Math.ceil(Math.max(...widths) + 2 * BOX_MARGIN.across * letter)
  const box = {
    x: Math.round((format.width - width) / 2),
    y: Math.round(format.height * (1 - area.bottom)) - height,
    width,
    height,
  }
  const words = cut.flatMap((line, row) =>
    line.map((text, place) => ({
      word: cue.lines[row]?.[place] as SpokenWord,
      text,
      x: (format.width - (widths[row] ?? 0)) / 2 + widthOf([...line.slice(0, place), ''], letter),
      baseline: box.y + (BOX_MARGIN.up + row * LINE + 1) * letter,
      width: ruler.measureText(text).width,
    })),
  )
  return { box, letter, words }
}

/** Of words beside one another in the ruler's font, gaps included. */
function widthOf(line: readonly string[], letter: number): number {
  const words = line.reduce((sum, text) => sum + ruler.measureText(text).width, 0)
  return words + (line.length - 1) * GAP * letter
}

/** As much of a text as fits, with three dots when it is not all of it. */
function cutTo(text: string, longest: number): string {
  if (ruler.measureText(text).width <= longest) return text
  const signs = Array.from(text)
  const fitting = signs.findIndex(
    (_, length) => ruler.measureText(`${signs.slice(0, length + 1).join('')}…`).width > longest,
  )
  return `${signs.slice(0, fitting).join('')}…`
}

/** What a cue looks like before a word is highlighted. */
const paintLines: Readonly<Record<CaptionStyle, (raster: Raster, layout: Layout) => Piece>> = {
  burned: paintBox,
  plain: paintShadowed,
}

function paintBox(raster: Raster, { box, letter, words }: Layout): Piece {
  return paintPiece(raster, box, (brush) => {
    brush.fillStyle = BOX
    brush.beginPath()
    brush.roundRect(box.x, box.y, box.width, box.height, letter * 0.34)
    brush.fill()
    setFont(brush, letter)
    brush.fillStyle = '#ffffff'
    for (const { text, x, baseline } of words) brush.fillText(text, x, baseline)
  })
}

/** White letters, readable over anything: a narrow rim that is dark, and a soft shadow around it. */
function paintShadowed(raster: Raster, { box, letter, words }: Layout): Piece {
  return paintPiece(raster, box, (brush) => {
    setFont(brush, letter)
    brush.lineJoin = 'round'
    brush.lineWidth = RIM * letter
    brush.strokeStyle = SHADE
    brush.shadowColor = SHADE
    brush.shadowBlur = SHADOW * letter
    for (const { text, x, baseline } of words) brush.strokeText(text, x, baseline)
    brush.shadowColor = 'transparent'
    brush.fillStyle = '#ffffff'
    for (const { text, x, baseline } of words) brush.fillText(text, x, baseline)
  })
}

function paintWord(raster: Raster, { letter, words }: Layout, said: number, highlight: string): Piece {
  const { text, x, baseline, width } = words[said] as PlacedWord
  const across = WORD_MARGIN.across * letter
  const [top, bottom] = [
    baseline - (0.93 + WORD_MARGIN.up) * letter,
    baseline + (0.2 + WORD_MARGIN.up) * letter,
  ]
  const left = Math.floor(x - across) - 1
  const ground = {
    x: left,
    y: Math.floor(top) - 1,
    width: Math.ceil(x + width + across) + 1 - left,
    height: Math.ceil(bottom) - Math.floor(top) + 2,
  }
  return paintPiece(raster, ground, (brush) => {
    brush.beginPath()
    brush.roundRect(x - across, top, width + 2 * across, bottom - top, letter * 0.24)
    brush.fillStyle = highlight
    brush.fill()
    if (contrastRatio(highlight, BOX_AT_DARKEST) < LEAST_HIGHLIGHT_CONTRAST) {
      brush.strokeStyle = '#ffffff'
      brush.lineWidth = Math.max(1, letter * 0.05)
      brush.stroke()
    }
    setFont(brush, letter)
    brush.fillStyle = textOn(highlight)
    brush.fillText(text, x, baseline)
  })
}

/** A piece as large as a rectangle of the picture. Brush: the picture. */
function paintPiece(raster: Raster, rect: Rect, paint: (brush: Brush) => void): Piece {
  const canvas = createCanvas(rect.width, rect.height)
  const brush = canvas.getContext('2d')
  brush.translate(-rect.x, -rect.y)
  paint(brush)
  const bitmap = raster.load(canvas.data(), rect.width, rect.height)
  return { bitmap, stamp: nextStamp(), ...rect, strength: 1 }
}
