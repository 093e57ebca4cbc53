import { createCanvas } from '@napi-rs/canvas'
import { POSE_MARGIN } from '../../raster/raster.ts'
import { atPictureScale } from '../paint/layer.ts'
import { nextStamp } from '../paint/piece.ts'
import { extentOf, mappingBack, matrixOf } from '../paint/placement.ts'
import { createRecent } from '../paint/recent.ts'
import type { Bitmap, Raster } from '../../raster/raster.ts'
import type { Brush } from '../paint/brush.ts'
import type { Layer } from '../paint/layer.ts'
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
 * Mounts a layer. Posing it costs several times as much as copying, so the last `kept` ways of putting
 * it are remembered.
 */
export function mount(raster: Raster, layer: Layer, kept: number): MountedLayer {
  const { canvas, left, top } = atPictureScale(layer)
  const { width, height } = canvas
  const source = raster.load(canvas.data(), width, height, POSE_MARGIN)
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

/**
 * Makes a part that takes on many shapes. It is painted where it is seen: its lines stay crisp.
 *
 * @param rect the logical rectangle that all shapes fit in, relative to the part's origin.
 * @param scale pixels of the picture for a logical unit.
 * @param kept how many shapes at their places are remembered.
 */
export function createFeature(raster: Raster, rect: Rect, scale: number, kept: number): Feature {
  const recent = createRecent<Piece>(kept, ({ bitmap }) => raster.free(bitmap))
  const inPixels = {
    x: rect.x * scale,
    y: rect.y * scale,
    width: rect.width * scale,
    height: rect.height * scale,
  }
  let canvas = createCanvas(1, 1)
  return {
    piece: (shape, paint, placement) =>
      putPiece(recent, shape, placement, (near) => {
        const matrix = matrixOf(near)
        const { x, y, width, height } = extentOf(inPixels, matrix, near)
        if (canvas.width < width || canvas.height < height) canvas = createCanvas(roomy(width), roomy(height))
        const brush = canvas.getContext('2d')
        brush.resetTransform()
        brush.clearRect(0, 0, canvas.width, canvas.height)
        const [a, b, c, d] = matrix.map((entry) => entry * scale) as [number, number, number, number]
        brush.save()
        brush.setTransform(a, b, c, d, near.x - x, near.y - y)
        paint(brush)
        brush.restore()
        const bitmap = raster.load(canvas.data(), canvas.width, canvas.height)
        return { x, y, width: canvas.width, height: canvas.height, bitmap }
      }),
  }
}

/** Canvases grow in such steps, so that one serves all ways of putting a part. */
const CANVAS_STEP = 16

function roomy(size: number): number {
  return Math.ceil((size + CANVAS_STEP / 2) / CANVAS_STEP) * CANVAS_STEP
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
