import { createCanvas } from '@napi-rs/canvas'
import { POSE_MARGIN } from '../../raster/raster.ts'
import { nextStamp } from '../paint/piece.ts'
import { extentOf, mappingBack, matrixOf } from '../paint/placement.ts'
import { createRecent } from '../paint/recent.ts'
import { relight } from '../set/relight.ts'
import type { Bitmap, Fineness, Mapping, Raster } from '../../raster/raster.ts'
import type { Brush } from '../paint/brush.ts'
import type { Pixels } from '../paint/layer.ts'
import type { PictureLight } from '../set/relight.ts'
import type { Piece } from '../paint/piece.ts'
import type { Placement } from '../paint/placement.ts'
import type { Recent } from '../paint/recent.ts'
import type { Rect } from '../paint/stage.ts'

/** A layer that remembers how it was put: a part that is put the same way again is only copied. */
export interface MountedLayer {
  /** The layer at its place, to half a pixel. */
  piece(placement: Placement): Piece
}

/**
 * Mounts the pixels of a layer. Posing it costs several times as much as copying, so the last `kept` ways of putting
 * it are remembered.
 */
export function mount(raster: Raster, pixels: Pixels, kept: number): MountedLayer {
  const { rgba, width, height, left, top } = pixels
  const source = raster.load(rgba, width, height, POSE_MARGIN)
  const corner = { x: left - POSE_MARGIN, y: top - POSE_MARGIN }
  const recent = createRecent<Piece>(kept, ({ bitmap }) => raster.free(bitmap))
  return {
    piece: (placement) =>
      putPiece(recent, '', placement, (near) => {
        const matrix = matrixOf(near)
        const extent = extentOf({ x: left, y: top, width, height }, matrix, near)
        const shift = { x: near.x - extent.x, y: near.y - extent.y }
        const mapping = mappingBack(matrix, shift, corner)
        return { ...extent, bitmap: raster.pose(source, extent.width, extent.height, mapping) }
      }),
  }
}

/** A part that takes on many shapes, such as a mouth. */
export interface Feature {
  /**
   * The part in the shape that `paint` paints, at its place. Equal keys stand for equal shapes.
   */
  piece(key: string, paint: (brush: Brush) => void, placement: Placement): Piece
}

/** How the shapes of a part are painted and kept. */
interface FeatureForm {
  /** The logical rectangle that all shapes fit in, relative to the part's origin. */
  readonly rect: Rect
  /** Thin lines want 2. */
  readonly fineness: Fineness
  /** How many shapes are remembered. */
  readonly kept: number
}

/** How many ways of putting shapes are remembered: whoever looks around comes back at once or not for long. */
const WAYS_KEPT = 4

/**
 * Makes a part that takes on many shapes. Painting one costs far more than putting it somewhere else, so that a
 * shape is painted once, upright.
 *
 * @param scale pixels of the picture for a logical unit.
 * @param light that all shapes are seen in, if it is another than that of the room.
 */
export function createFeature(
  raster: Raster,
  { rect, fineness, kept }: FeatureForm,
  scale: number,
  light: PictureLight | null = null,
): Feature {
  const shapes = createRecent<Bitmap>(kept, raster.free)
  const ways = createRecent<Piece>(WAYS_KEPT, ({ bitmap }) => raster.free(bitmap))
  const [left, top] = [Math.floor(rect.x * scale), Math.floor(rect.y * scale)]
  const width = Math.ceil((rect.x + rect.width) * scale) - left
  const height = Math.ceil((rect.y + rect.height) * scale) - top
  const canvas = createCanvas(width * fineness, height * fineness)
  const brush = canvas.getContext('2d')
  const painted = (paint: (brush: Brush) => void): Bitmap => {
    brush.resetTransform()
    brush.clearRect(0, 0, canvas.width, canvas.height)
    brush.save()
    brush.setTransform(scale * fineness, 0, 0, scale * fineness, -left * fineness, -top * fineness)
    paint(brush)
    brush.restore()
    const pixels = { rgba: canvas.data(), width: canvas.width, height: canvas.height, left, top }
    if (light) relight(pixels, light)
    return raster.load(pixels.rgba, canvas.width, canvas.height, POSE_MARGIN * fineness)
  }
  return {
    piece: (shape, paint, placement) =>
      putPiece(ways, shape, placement, (near) => {
        const source = shapes.get(shape, () => painted(paint))
        const matrix = matrixOf(near)
        const extent = extentOf({ x: left, y: top, width, height }, matrix, near)
        const shift = { x: near.x - extent.x, y: near.y - extent.y }
        const back = mappingBack(matrix, shift, { x: left - POSE_MARGIN, y: top - POSE_MARGIN })
        const mapping = finer(back, fineness)
        return { ...extent, bitmap: raster.pose(source, extent.width, extent.height, mapping, fineness) }
      }),
  }
}

function finer({ a, b, c, d, e, f }: Mapping, times: Fineness): Mapping {
  return { a: a * times, b: b * times, c: c * times, d: d * times, e: e * times, f: f * times }
}

/** Places between two pixels that can be told apart. Edges are blended, so halves are seen as smooth. */
const FRACTIONS = 2

/** The part near the origin, put where it belongs in whole pixels. */
function putPiece(
  recent: Recent<Piece>,
  shape: string,
  placement: Placement,
  show: (near: Placement) => Rect & { readonly bitmap: Bitmap },
): Piece {
  const [across, down] = [Math.round(placement.x * FRACTIONS), Math.round(placement.y * FRACTIONS)]
  const [x, y] = [Math.floor(across / FRACTIONS), Math.floor(down / FRACTIONS)]
  const [restX, restY] = [across - x * FRACTIONS, down - y * FRACTIONS]
  const { turn, lean, width, height, slope } = placement
  const key = `${shape} ${turn} ${lean} ${width} ${height} ${slope} ${restX} ${restY}`
  const shown = recent.get(key, () => {
    const near = { ...placement, x: restX / FRACTIONS, y: restY / FRACTIONS }
    return { ...show(near), stamp: nextStamp(), strength: 1 }
  })
  return { ...shown, x: x + shown.x, y: y + shown.y }
}
