import { createCanvas } from '@napi-rs/canvas'
import { apart, oval, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'
import type { Canvas } from '@napi-rs/canvas'

/** Radius of an iris in logical units. */
const IRIS_RADIUS = 19.2

/** A sprite is painted finer than it is shown: it lands between pixels and turns with the head. */
const FINENESS = 3

const sprites = new WeakMap<PresenterLook, Canvas>()

/** Paints an iris with its pupil, lit from above so that it glows below. */
export function paintIris(brush: Brush, look: PresenterLook, x: number, y: number): void {
  const sprite = sprites.get(look) ?? irisSprite(look)
  sprites.set(look, sprite)
  const reach = IRIS_RADIUS + 1
  brush.drawImage(sprite, x - reach, y - reach, reach * 2, reach * 2)
}

function irisSprite({ eyes: { iris } }: PresenterLook): Canvas {
  const size = Math.ceil((IRIS_RADIUS + 1) * 2 * FINENESS)
  const canvas = createCanvas(size, size)
  const brush = canvas.getContext('2d')
  brush.translate(size / 2, size / 2)
  brush.scale(FINENESS, FINENESS)
  const rim = mixed(iris, '#0a0606', 0.72)
  const bright = mixed(iris, '#ffe2b0', 0.34)
  const ground = brush.createRadialGradient(0, 5, 2, 0, 0, IRIS_RADIUS)
  ground.addColorStop(0, bright)
  ground.addColorStop(0.5, iris)
  ground.addColorStop(0.82, mixed(iris, rim, 0.5))
  ground.addColorStop(1, rim)
  brush.fillStyle = ground
  oval(brush, [0, 0], [IRIS_RADIUS, IRIS_RADIUS])
  apart(brush, () => {
    brush.beginPath()
    brush.arc(0, 0, IRIS_RADIUS, 0, Math.PI * 2)
    brush.clip()
    for (let index = 0; index < 90; index += 1) {
      const turn = (index / 90) * Math.PI * 2
      const [from, to] = [between(501, index, 7, 9), between(502, index, 11, 16.5)]
      brush.strokeStyle = faded(index % 3 === 0 ? rim : bright, between(503, index, 0.12, 0.42))
      brush.lineWidth = between(504, index, 0.5, 1.1)
      brush.beginPath()
      brush.moveTo(Math.cos(turn) * from, Math.sin(turn) * from)
      brush.lineTo(Math.cos(turn) * to, Math.sin(turn) * to)
      brush.stroke()
    }
    spot(brush, mixed(bright, '#ffffff', 0.2), 0.75, [2, 9], [9, 4.5])
    spot(brush, '#050203', 0.7, [0, -14], [17, 7])
  })
  const pupil = brush.createRadialGradient(0, 0, 6, 0, 0, 9.4)
  pupil.addColorStop(0, '#050304')
  pupil.addColorStop(0.8, '#050304')
  pupil.addColorStop(1, 'rgba(5, 3, 4, 0)')
  brush.fillStyle = pupil
  oval(brush, [0, 0], [9.4, 9.4])
  canvas.data()
  return canvas
}
