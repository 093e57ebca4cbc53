import { nameCardAt, nameCardExtent, paintNameCard } from '../overlay/name-card.ts'
import { nameArea } from '../overlay/safe-area.ts'
import { bake, pixelsOf } from '../paint/layer.ts'
import { AS_PAINTED } from '../paint/placement.ts'
import { stageFor, viewOf } from '../paint/stage.ts'
import { mount } from './mount.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { Raster } from '../../raster/raster.ts'
import type { Piece } from '../paint/piece.ts'
import type { Setting } from '../set/setting.ts'

/** Steps in which the card is told apart while it comes and goes. */
const STRENGTHS = 64

/**
 * Mounts the name card of a setting, for pictures that nothing else is drawn in.
 *
 * @returns the card at a moment, which may be invisible; nothing when the setting has none.
 */
export function mountNameCard(
  raster: Raster,
  { card, captions, set }: Setting,
  format: PictureFormat,
): (seconds: number, durationSeconds: number) => Piece[] {
  if (card === null) return () => []
  const stage = stageFor(format, 'wide')
  const view = viewOf(stage)
  const area = nameArea(view, captions !== null, false)
  const paint = bake(nameCardExtent(view, area), stage.scale, (brush) =>
    paintNameCard(brush, card, set, view, area),
  )
  const layer = mount(raster, pixelsOf(paint), 1)
  return (seconds, durationSeconds) => {
    const { strength, slide } = nameCardAt(seconds, durationSeconds)
    const x = stage.offsetX + Math.round(-slide * stage.scale)
    const piece = layer.piece({ ...AS_PAINTED, x, y: stage.offsetY })
    return [{ ...piece, strength: Math.round(strength * STRENGTHS) / STRENGTHS }]
  }
}
