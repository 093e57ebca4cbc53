import { createCanvas } from '@napi-rs/canvas'
import { apart, blend } from '../../paint/brush.ts'
import { faceOutline } from '../../presenter/face-shape.ts'
import { paintCards } from './cards.ts'
import { paintFlyaways } from './sheet.ts'
import { HAIR_STYLES } from './styles.ts'
import { paintScarfBack, paintScarfFront } from './scarf.ts'
import { lay } from '../../paint/surface.ts'
import type { Brush } from '../../paint/brush.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Rect } from '../../paint/stage.ts'
import type { Surface } from '../../paint/surface.ts'
import type { Canvas } from '@napi-rs/canvas'

/** What hair can reach, in logical units from the head's origin. */
export const HAIR_EXTENT: Rect = { x: -300, y: -350, width: 600, height: 830 }

/** Paints what of the hair is behind the head and the neck. Origin: the head's. */
export function paintHairBack(brush: Brush, look: PresenterLook): void {
  if (look.headscarf) {
    paintScarfBack(brush, look)
    return
  }
  const cards = HAIR_STYLES[look.hair.style].back(look)
  if (cards.length === 0) return
  const { surface, canvas } = paintCards(brush, HAIR_EXTENT, look, cards)
  lay(brush, surface, canvas)
}

/** Paints the hair in front of the head, with the shadow that it throws on the face. */
export function paintHairFront(brush: Brush, look: PresenterLook): void {
  if (look.headscarf) {
    paintScarf(brush, look)
    return
  }
  const style = HAIR_STYLES[look.hair.style]
  const cards = style.front(look)
  if (cards.length === 0) return
  const { surface, canvas } = paintCards(brush, HAIR_EXTENT, look, cards)
  if (style.fade) fadeSides(canvas, surface, style.fade)
  shadeFace(brush, look, surface, canvas)
  lay(brush, surface, canvas)
  paintFlyaways(brush, look.hair, cards, style.flyaways)
}

/** A scarf is painted twice: first to know what shadow it throws, then over that shadow. */
function paintScarf(brush: Brush, look: PresenterLook): void {
  const scarf = paintScarfFront(brush, look)
  if (!scarf) return
  shadeFace(brush, look, scarf.surface, scarf.canvas)
  lay(brush, scarf.surface, scarf.canvas)
}

/** Barber's fade: less and less hair from the temples down to the ears. */
function fadeSides(canvas: Canvas, { scale, x, y }: Surface, [from, to]: readonly [number, number]): void {
  const easel = canvas.getContext('2d')
  easel.save()
  easel.setTransform(scale, 0, 0, scale, -x * scale, -y * scale)
  easel.globalCompositeOperation = 'destination-out'
  easel.fillStyle = blend(
    easel,
    [0, from],
    [0, to],
    ...[0, 0.2, 0.45, 0.7, 0.88, 1].map((share) => `rgba(0, 0, 0, ${share})`),
  )
  easel.fillRect(-300, from, 600, to - from + 60)
  easel.restore()
}

/** The light comes from the upper left, so hair darkens the skin below it and to its right. */
function shadeFace(brush: Brush, look: PresenterLook, surface: Surface, hair: Canvas): void {
  const shadow = createCanvas(hair.width, hair.height)
  const easel = shadow.getContext('2d')
  easel.drawImage(hair, 0, 0)
  easel.globalCompositeOperation = 'source-in'
  easel.fillStyle = look.skin.deep
  easel.fillRect(0, 0, hair.width, hair.height)
  const { scale } = surface
  for (const [blur, x, y, strength] of [
    [12, 7, 12, 0.5],
    [3.5, 1.5, 3, 0.45],
  ] as const) {
    apart(brush, () => {
      brush.clip(faceOutline(look))
      brush.filter = `blur(${blur * scale}px)`
      brush.globalAlpha = strength
      lay(brush, { left: surface.left + x * scale, top: surface.top + y * scale }, shadow)
    })
  }
}
