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
}

/** Where and how a layer is put: pixels, radians, and a lean that grows with the height. */
export interface Placement {
  readonly x: number
  readonly y: number
  readonly turn: number
  /** Pixels sideways per pixel downwards; 0 for what does not swing. */
  readonly lean: number
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
  brush.translate(-left, -top)
  brush.scale(scale, scale)
  paint(brush)
  const used = paintedPart(canvas.data(), width, height)
  const cut = createCanvas(used.width, used.height)
  cut.getContext('2d').drawImage(canvas, -used.x, -used.y)
  // Painting is recorded and done at the first reading; without this each use would repeat it.
  cut.data()
  return { canvas: cut, left: left + used.x, top: top + used.y }
}

/** The smallest rectangle with all that is not empty, and a clear pixel around it to blend with. */
function paintedPart(rgba: Uint8Array, width: number, height: number): Rect {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (rgba[(y * width + x) * 4 + 3] === 0) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  }
  if (right === 0) return { x: 0, y: 0, width: 1, height: 1 }
  const [x, y] = [left - 1, top - 1]
  return { x, y, width: right + 1 - x, height: bottom + 1 - y }
}

/** The rectangle that layers of one origin cover together, in pixels from that origin. */
export function coveredBy(layers: readonly Layer[]): Rect {
  const left = Math.min(...layers.map((layer) => layer.left))
  const top = Math.min(...layers.map((layer) => layer.top))
  const right = Math.max(...layers.map((layer) => layer.left + layer.canvas.width))
  const bottom = Math.max(...layers.map((layer) => layer.top + layer.canvas.height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Copies a layer to its place, if any of it is seen there. */
export function put(brush: Brush, layer: Layer, placement: Placement): void {
  if (!isSeen(brush, layer, placement)) return
  const { x, y, turn, lean } = placement
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  brush.setTransform(cos, sin, lean * cos - sin, lean * sin + cos, x, y)
  brush.drawImage(layer.canvas, layer.left, layer.top)
}

/** How far turning and leaning carry a layer beyond its place, as a share of its reach. */
const SWING_SHARE = 0.16

function isSeen(brush: Brush, layer: Layer, { x, y, turn, lean }: Placement): boolean {
  const { width, height } = layer.canvas
  const swing = turn === 0 && lean === 0 ? 1 : reachOf(layer) * SWING_SHARE + 2
  return (
    x + layer.left - swing < brush.canvas.width &&
    y + layer.top - swing < brush.canvas.height &&
    x + layer.left + width + swing > 0 &&
    y + layer.top + height + swing > 0
  )
}

/** How far a layer's farthest edge is from its part's origin, in pixels. */
function reachOf({ canvas, left, top }: Layer): number {
  return Math.max(-left, -top, left + canvas.width, top + canvas.height)
}

/** A layer that remembers how it was last turned, so that a part at rest is only copied. */
export interface MountedLayer {
  /** Copies the layer to its place; the pixels depend on the placement alone. */
  put(brush: Brush, placement: Placement): void
}

/** Fractions of a pixel that a mounted layer tells apart; holds the thirds and quarters of any pose. */
const FRACTIONS = 12

/** Mounts a layer. */
export function mount(layer: Layer): MountedLayer {
  const { width, height } = layer.canvas
  const room = Math.ceil(reachOf(layer) * SWING_SHARE) + 2
  const turned = createCanvas(width + room * 2, height + room * 2)
  const easel = turned.getContext('2d')
  let shown = ''
  return {
    put(brush, { x, y, turn, lean }) {
      const [across, down] = [Math.round(x * FRACTIONS), Math.round(y * FRACTIONS)]
      const [left, top] = [Math.floor(across / FRACTIONS), Math.floor(down / FRACTIONS)]
      const [restX, restY] = [across - left * FRACTIONS, down - top * FRACTIONS]
      const wanted = `${turn} ${lean} ${restX} ${restY}`
      if (wanted !== shown) {
        easel.resetTransform()
        easel.clearRect(0, 0, turned.width, turned.height)
        const origin = { x: room - layer.left + restX / FRACTIONS, y: room - layer.top + restY / FRACTIONS }
        put(easel, layer, { ...origin, turn, lean })
        shown = wanted
      }
      brush.setTransform(1, 0, 0, 1, left, top)
      brush.drawImage(turned, layer.left - room, layer.top - room)
    },
  }
}
