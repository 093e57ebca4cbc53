import { createCanvas } from '@napi-rs/canvas'
import { nextStamp } from './piece.ts'
import { apart } from './brush.ts'
import { createRecent } from './recent.ts'
import type { Brush } from './brush.ts'
import type { Piece } from './piece.ts'
import type { Recent } from './recent.ts'
import type { Rect } from './stage.ts'
import type { Canvas } from '@napi-rs/canvas'

/** A part painted once, to be copied into many frames. */
export interface Layer {
  readonly canvas: Canvas
  /** Pixels from the part's own origin to the layer's corner. */
  readonly left: number
  readonly top: number
  /** Pixels of the layer for each pixel of the picture. */
  readonly grain: number
}

/** Where and how a part is put. */
export interface Placement {
  /** Pixels of the picture. */
  readonly x: number
  readonly y: number
  /** Radians. */
  readonly turn: number
  /** Pixels sideways per pixel downwards; 0 for what does not swing. */
  readonly lean: number
  /** How much larger across and downwards; 1 as painted. */
  readonly width: number
  readonly height: number
  /** Pixels downwards per pixel to the right: one shoulder lower than the other. */
  readonly slope: number
}

/** A part as it was painted, at its place. */
export const AS_PAINTED: Omit<Placement, 'x' | 'y'> = { turn: 0, lean: 0, width: 1, height: 1, slope: 0 }

/**
 * Paints a part on its own bitmap at the stage's scale, cut to what was painted.
 *
 * @param rect the logical rectangle that the part fits in, relative to the part's origin.
 */
export function bake(rect: Rect, scale: number, paint: (brush: Brush) => void): Layer {
  const { canvas, left, top, grain } = sketch(rect, scale, paint)
  const used = paintedPart(canvas.data(), canvas.width, canvas.height)
  const cut = createCanvas(used.width, used.height)
  cut.getContext('2d').drawImage(canvas, -used.x, -used.y)
  return { canvas: cut, left: left + used.x, top: top + used.y, grain }
}

/** Paints a part on a bitmap of its whole rectangle; `old` is one of the same size that may be used up. */
function sketch(rect: Rect, scale: number, paint: (brush: Brush) => void, old?: Canvas): Layer {
  const left = Math.floor(rect.x * scale)
  const top = Math.floor(rect.y * scale)
  const width = Math.ceil((rect.x + rect.width) * scale) - left
  const height = Math.ceil((rect.y + rect.height) * scale) - top
  const canvas = old ?? createCanvas(width, height)
  const brush = canvas.getContext('2d')
  if (old) {
    brush.resetTransform()
    brush.clearRect(0, 0, width, height)
  }
  apart(brush, () => {
    brush.setTransform(scale, 0, 0, scale, -left, -top)
    paint(brush)
  })
  return { canvas, left, top, grain: 1 }
}

/** The smallest rectangle with all that is not empty, and a clear pixel around it to blend with. */
function paintedPart(rgba: Uint8Array, width: number, height: number): Rect {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength >> 2)
  const isClear = (from: number, count: number, step: number) => {
    for (let index = 0; index < count; index += 1) if (pixels[from + index * step] !== 0) return false
    return true
  }
  let [top, bottom, left, right] = [0, height, 0, width]
  while (top < bottom && isClear(top * width, width, 1)) top += 1
  if (top === bottom) return { x: 0, y: 0, width: 1, height: 1 }
  while (isClear((bottom - 1) * width, width, 1)) bottom -= 1
  while (isClear(left, height, width)) left += 1
  while (isClear(right - 1, height, width)) right -= 1
  return { x: left - 1, y: top - 1, width: right - left + 2, height: bottom - top + 2 }
}

/** A layer that remembers how it was put: a part that is put the same way again is only copied. */
export interface MountedLayer {
  /** The layer at its place, to half a pixel. */
  piece(placement: Placement): Piece
}

/**
 * Mounts a layer. Turning and interpolating costs some fifteen times as much as copying, so the
 * last `kept` ways are remembered.
 */
export function mount(layer: Layer, kept: number): MountedLayer {
  const recent = createRecent<Piece>(kept)
  return { piece: (placement) => putPiece(recent, '', () => layer, placement) }
}

/** A part that takes on many shapes, such as a mouth. */
export interface Feature {
  /**
   * The part in the shape that `paint` paints, at its place. Equal keys stand for equal shapes.
   *
   * @param scale pixels of the picture for a logical unit.
   */
  piece(key: string, paint: (brush: Brush) => void, placement: Placement, scale: number): Piece
}

/**
 * Makes a part that takes on many shapes, of which the last `kept` are remembered.
 *
 * @param rect the logical rectangle that all shapes fit in, relative to the part's origin.
 * @param scale pixels of the shapes for a logical unit: more than a picture has, so that they stay
 *   crisp when put between its pixels.
 */
export function createFeature(rect: Rect, scale: number, kept: number): Feature {
  const shapes = createRecent<Layer>(kept)
  const recent = createRecent<Piece>(FEATURE_PIECES_KEPT)
  return {
    piece: (key, paint, placement, pictureScale) =>
      putPiece(
        recent,
        `${key} ${pictureScale}`,
        () => ({
          ...shapes.get(key, (oldest) => sketch(rect, scale, paint, oldest?.canvas)),
          grain: scale / pictureScale,
        }),
        placement,
      ),
  }
}

/** A shape is seldom seen at the same place again, unless the head is at rest. */
const FEATURE_PIECES_KEPT = 24

/** Places between two pixels that can be told apart. Edges are blended, so halves are seen as smooth. */
const FRACTIONS = 2

function putPiece(recent: Recent<Piece>, shape: string, layerOf: () => Layer, placement: Placement): Piece {
  const [across, down] = [Math.round(placement.x * FRACTIONS), Math.round(placement.y * FRACTIONS)]
  const [x, y] = [Math.floor(across / FRACTIONS), Math.floor(down / FRACTIONS)]
  const [restX, restY] = [across - x * FRACTIONS, down - y * FRACTIONS]
  const { turn, lean, width, height, slope } = placement
  const key = `${shape} ${turn} ${lean} ${width} ${height} ${slope} ${restX} ${restY}`
  const shown = recent.get(key, (oldest) =>
    show(layerOf(), { ...placement, x: restX / FRACTIONS, y: restY / FRACTIONS }, oldest?.canvas),
  )
  return { ...shown, x: x + shown.x, y: y + shown.y }
}

/** Canvases grow in such steps, so that one can be used again for another way of putting a layer. */
const CANVAS_STEP = 32

/**
 * A layer as one placement near the origin shows it.
 *
 * @param old a canvas that is no longer needed. Each new one brings the next garbage collection nearer.
 */
function show({ canvas, left, top, grain }: Layer, placement: Placement, old: Canvas | undefined): Piece {
  const [a, b, c, d] = matrixOf(placement).map((entry) => entry / grain) as Matrix
  const corners = [left, left + canvas.width].flatMap((x) =>
    [top, top + canvas.height].map((y) => ({
      x: a * x + c * y + placement.x,
      y: b * x + d * y + placement.y,
    })),
  )
  const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
  const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))]
  const [width, height] = [Math.ceil(Math.max(...xs)) - x, Math.ceil(Math.max(...ys)) - y]
  const large = old && old.width >= width && old.height >= height ? old : null
  const shown = large ?? createCanvas(roomy(width), roomy(height))
  const brush = shown.getContext('2d')
  brush.resetTransform()
  if (large) brush.clearRect(0, 0, large.width, large.height)
  brush.setTransform(a, b, c, d, placement.x - x, placement.y - y)
  brush.drawImage(canvas, left, top)
  return { canvas: shown, stamp: nextStamp(), x, y, width, height, strength: 1 }
}

function roomy(size: number): number {
  return Math.ceil((size + CANVAS_STEP / 2) / CANVAS_STEP) * CANVAS_STEP
}

/** Entries of a matrix without its shift, in the canvas's order. */
type Matrix = [a: number, b: number, c: number, d: number]

/** First leant and stretched, then turned. */
function matrixOf({ turn, lean, width, height, slope }: Placement): Matrix {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [
    width * cos - slope * sin,
    width * sin + slope * cos,
    lean * cos - height * sin,
    lean * sin + height * cos,
  ]
}
