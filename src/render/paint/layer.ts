import { createCanvas } from '@napi-rs/canvas'
import type { Brush } from './brush.ts'
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

/** Premultiplied pixels of a part, one for each of the picture. */
export interface Pixels {
  readonly rgba: Uint8Array
  readonly width: number
  readonly height: number
  /** From the part's origin to the corner. */
  readonly left: number
  readonly top: number
}

/**
 * Paints a part on its own bitmap at the stage's scale, cut to what was painted.
 *
 * @param rect the logical rectangle that the part fits in, relative to the part's origin.
 */
export function bake(rect: Rect, scale: number, paint: (brush: Brush) => void): Layer {
  const left = Math.floor(rect.x * scale)
  const top = Math.floor(rect.y * scale)
  const width = Math.ceil((rect.x + rect.width) * scale) - left
  const height = Math.ceil((rect.y + rect.height) * scale) - top
  const canvas = createCanvas(width, height)
  const brush = canvas.getContext('2d')
  brush.setTransform(scale, 0, 0, scale, -left, -top)
  paint(brush)
  const used = paintedPart(canvas.data(), width, height)
  const cut = createCanvas(used.width, used.height)
  cut.getContext('2d').drawImage(canvas, -used.x, -used.y)
  return { canvas: cut, left: left + used.x, top: top + used.y, grain: 1 }
}

/** A layer with one pixel for each pixel of the picture. */
function atPictureScale(layer: Layer): Layer {
  const { canvas, grain } = layer
  if (grain === 1) return layer
  const left = Math.floor(layer.left / grain)
  const top = Math.floor(layer.top / grain)
  const width = Math.ceil((layer.left + canvas.width) / grain) - left
  const height = Math.ceil((layer.top + canvas.height) / grain) - top
  const smaller = createCanvas(width, height)
  const brush = smaller.getContext('2d')
  brush.imageSmoothingQuality = 'high'
  brush.setTransform(1 / grain, 0, 0, 1 / grain, -left, -top)
  brush.drawImage(canvas, layer.left, layer.top)
  return { canvas: smaller, left, top, grain: 1 }
}

/** The pixels of a layer, one for each pixel of the picture. */
export function pixelsOf(layer: Layer): Pixels {
  const { canvas, left, top } = atPictureScale(layer)
  return { rgba: canvas.data(), width: canvas.width, height: canvas.height, left, top }
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
