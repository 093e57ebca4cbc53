import { curve, mirrored, points } from '../../paint/brush.ts'
import { lit } from '../../paint/light.ts'
import { between } from '../../paint/noise.ts'
import { coverWith, createSurface, crease, developed, lay, model, push } from '../../paint/surface.ts'
import type { Brush, Point } from '../../paint/brush.ts'
import type { Material } from '../../paint/light.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Surface } from '../../paint/surface.ts'
import type { Canvas, Path2D } from '@napi-rs/canvas'

const VISCOSE: Material = {
  wrap: [0.38, 0.36, 0.38],
  sheen: 0.06,
  gloss: 0,
  rim: 0.6,
  hollows: 0.9,
  grain: 0.04,
}

const EXTENT = { x: -260, y: -290, width: 520, height: 700 } as const

/** The opening for the face, a little inside its outline: a head that turns does not bare what is behind it. */
function opening({ head }: PresenterLook): Point[] {
  const { width, cheeks, jaw, length } = head
  return mirrored([
    [0, -146],
    [62 * width, -136],
    [104 * width, -100],
    [122 * width, -40],
    [124 * cheeks * width, 36],
    [108 * (0.5 + 0.5 * jaw) * width, 98 * length],
    [76 * jaw * width, 152 * length],
    [38, 192 * length],
    [0, 204 * length],
  ])
}

function outline(text: string, look: PresenterLook): Path2D {
  const around = curve(mirrored(points(text)), true)
  around.addPath(curve(opening(look).toReversed(), true))
  return around
}

/** What is seen of a headscarf behind the neck: its inside. */
export function paintScarfBack(brush: Brush, { headscarf }: PresenterLook): void {
  if (!headscarf) return
  brush.fillStyle = headscarf.dark
  brush.fill(curve(mirrored(points('0 -200, 120 -150, 150 0, 130 160, 110 290, 0 320')), true))
}

/** Paints a headscarf: the band under it, the hood, and the end laid around the neck; gives back the hood. */
export function paintScarfFront(
  brush: Brush,
  look: PresenterLook,
): { surface: Surface; canvas: Canvas } | null {
  const { headscarf } = look
  if (!headscarf) return null
  const hood =
    '0 -262, 78 -252, 142 -208, 178 -130, 190 -30, 186 60, 172 140, 168 210, 182 276, 190 336, 150 380, 80 404, 0 412'
  const surface = createSurface(brush, EXTENT, headscarf.base)
  coverWith(surface, outline(hood, look))
  model(surface, (x, y) => {
    const across = Math.min(0.98, Math.abs(x) / 198)
    const top = y < -40 ? Math.min(0.99, (-40 - y) / 226) : 0
    const lower = Math.max(0, Math.min(1, (y - 120) / 240))
    const ease = lower * lower * (3 - 2 * lower)
    return 130 * Math.sqrt(1 - across ** 2.2) * Math.sqrt(1 - top ** 2.4) * (1 - ease * 0.35)
  })
  roundRim(surface, look)
  foldHood(surface)
  foldThroat(surface)
  const canvas = developed(surface, lit(surface, VISCOSE, look.set.rim))
  lay(brush, surface, canvas)
  return { surface, canvas }
}

/** The cloth is turned in along the face: a soft thick edge. */
function roundRim(surface: Surface, look: PresenterLook): void {
  const rim = opening(look)
  const closed = [...rim, rim[0] ?? [0, 0]]
  crease(surface, 9, 7, closed)
  const wider = closed.map(([x, y]): Point => [x * 1.13, y < 0 ? y - 14 : y + 8])
  crease(surface, -5, 6, wider)
}

/** The hood is drawn from the brow back over the ears and down to the throat. */
function foldHood(surface: Surface): void {
  for (const side of [-1, 1]) {
    for (let index = 0; index < 5; index += 1) {
      const out = 140 + index * 11
      crease(surface, index % 2 === 0 ? -6 : 5, between(31, index, 6, 9), [
        [side * (64 + index * 22), -196 + index * 10],
        [side * (out - 18), -110],
        [side * out, -20],
        [side * (out - 2), 70],
        [side * (out - 22), 150],
        [side * (out - 60), 214],
      ])
    }
  }
}

/** One end goes across under the chin and is laid over the shoulder. */
function foldThroat(surface: Surface): void {
  for (let index = 0; index < 7; index += 1) {
    const sag = 226 + index * 26
    crease(surface, index % 2 === 0 ? 9 : -9, between(32, index, 8, 11), [
      [-176 + index * 2, 150 + index * 28],
      [-112, sag - 22],
      [-30, sag + 8],
      [56, sag + 2],
      [124, sag - 34],
      [176, 120 + index * 26],
    ])
  }
  push(surface, -12, { at: [0, 224], radius: [60, 10] })
}
