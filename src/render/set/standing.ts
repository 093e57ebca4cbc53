import { apart, blend, oval, path } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import { underThing } from './thing.ts'
import type { Things } from './thing.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

type Colours = PresenterLook['set']

/** What can stand at a presenter's left hand, farther away than an arm reaches. */
export const STANDING: Things<PresenterLook['desk']['standing']> = {
  mug: paintMug,
  tea: paintTea,
  succulent: paintSucculent,
  flowers: paintFlowers,
  pens: paintPens,
  camera: paintCamera,
}

function round(brush: Brush, half: number, colour: string): void {
  brush.fillStyle = blend(
    brush,
    [-half, 0],
    [half, 0],
    mixed(colour, '#ffffff', 0.3),
    mixed(colour, '#ffffff', 0.45),
    colour,
    mixed(colour, '#10121c', 0.34),
  )
}

function paintMug(brush: Brush, set: Colours): void {
  underThing(brush, [22, 4], [66, 9])
  brush.strokeStyle = blend(brush, [40, 0], [80, 0], '#e4e8ee', '#aab3c0')
  brush.lineWidth = 11
  brush.beginPath()
  brush.arc(48, -50, 23, -1.4, 1.5)
  brush.stroke()
  const cup = path('M -48 -104 L 48 -104 L 45 -12 C 44 -2 38 3 28 3 L -28 3 C -38 3 -44 -2 -45 -12 Z')
  brush.fillStyle = blend(brush, [-48, 0], [48, 0], '#f7f8fa', '#ffffff', '#e3e7ed', '#b4bcc9')
  brush.fill(cup)
  brush.fillStyle = blend(
    brush,
    [-20, 0],
    [20, 0],
    mixed(set.brand, '#ffffff', 0.15),
    set.brand,
    mixed(set.brand, '#000000', 0.2),
  )
  brush.beginPath()
  brush.arc(-2, -50, 19, 0, Math.PI * 2)
  brush.fill()
  brush.fillStyle = 'rgba(255, 255, 255, 0.92)'
  brush.fill(path('M -8 -60 L 9 -50 L -8 -40 Z'))
  brush.fillStyle = blend(brush, [-48, 0], [48, 0], '#ffffff', '#c5ccd6')
  brush.beginPath()
  brush.ellipse(0, -104, 48, 6, 0, 0, Math.PI * 2)
  brush.fill()
}

function paintTea(brush: Brush, set: Colours): void {
  underThing(brush, [20, 4], [62, 9])
  const clay = mixed(mixed(set.brand, '#8a8f94', 0.45), '#2c3236', 0.2)
  round(brush, 48, clay)
  brush.fill(path('M -48 -74 C -48 -30 -38 2 -22 3 L 22 3 C 38 2 48 -30 48 -74 Z'))
  brush.fillStyle = mixed(clay, '#efe6d4', 0.75)
  brush.fill(
    path(
      'M -48 -74 C -48 -62 -47 -52 -45 -42 C -30 -50 -12 -34 6 -44 C 22 -52 34 -40 45 -44 C 47 -54 48 -64 48 -74 Z',
    ),
  )
  brush.fillStyle = blend(brush, [-48, 0], [48, 0], '#f4ecdc', '#b9ad98')
  oval(brush, [0, -74], [48, 7])
  brush.fillStyle = '#7d8f3e'
  oval(brush, [0, -73], [41, 4.5])
  brush.fillStyle = 'rgba(255, 255, 255, 0.35)'
  oval(brush, [-27, -28], [5, 22], 0.16)
}

function paintSucculent(brush: Brush, set: Colours): void {
  brush.translate(10, 0)
  underThing(brush, [20, 4], [62, 9])
  const leaf = (turn: number, reach: number, light: number): void =>
    apart(brush, () => {
      brush.translate(0, -62)
      brush.rotate(turn)
      brush.fillStyle = blend(
        brush,
        [-9, -reach],
        [9, 0],
        mixed('#3d7a5e', '#c8e6b4', light),
        mixed('#1f4f3c', '#6fa878', light),
      )
      brush.fill(
        path(
          `M 0 0 C -17 ${-reach * 0.45} -13 ${-reach * 0.85} 0 ${-reach} C 13 ${-reach * 0.85} 17 ${-reach * 0.45} 0 0 Z`,
        ),
      )
    })
  for (let index = 0; index < 7; index += 1) leaf(-1.42 + index * 0.47, 58 + between(701, index, -4, 6), 0.3)
  for (let index = 0; index < 6; index += 1) leaf(-1.1 + index * 0.44, 48 + between(702, index, -4, 4), 0.62)
  for (let index = 0; index < 3; index += 1) leaf(-0.5 + index * 0.5, 36, 0.95)
  round(brush, 44, mixed(set.brand, '#f3ece2', 0.72))
  brush.fill(path('M -44 -62 L 44 -62 L 36 0 C 35 3 32 4 28 4 L -28 4 C -32 4 -35 3 -36 0 Z'))
  brush.fillStyle = faded('#ffffff', 0.4)
  brush.fillRect(-44, -62, 88, 5)
}

function paintFlowers(brush: Brush, set: Colours): void {
  underThing(brush, [18, 4], [52, 8])
  brush.lineCap = 'round'
  const heads = [
    [-34, -126, mixed(set.brand, '#ffffff', 0.35)],
    [30, -132, '#f6d8c4'],
    [-2, -146, mixed(set.brand, '#ffd6dc', 0.55)],
  ] as const
  for (const [x, y] of heads) {
    brush.strokeStyle = '#5f8f55'
    brush.lineWidth = 4
    brush.stroke(path(`M ${x * 0.2} -10 Q ${x * 0.3} ${y * 0.6} ${x} ${y}`))
  }
  for (const side of [-1, 1]) {
    brush.fillStyle = blend(brush, [0, -120], [0, -50], '#8cbf7a', '#44784c')
    brush.fill(
      path(
        `M 0 -60 C ${side * 18} -84 ${side * 44} -92 ${side * 52} -112 C ${side * 26} -112 ${side * 6} -92 0 -60 Z`,
      ),
    )
  }
  for (const [x, y, colour] of heads) {
    brush.fillStyle = blend(
      brush,
      [x - 15, 0],
      [x + 15, 0],
      mixed(colour, '#ffffff', 0.3),
      mixed(colour, '#40101c', 0.2),
    )
    brush.fill(
      path(
        `M ${x - 15} ${y + 2} C ${x - 17} ${y - 12} ${x - 12} ${y - 20} ${x - 7} ${y - 24} L ${x} ${y - 15} L ${x + 7} ${y - 24} C ${x + 12} ${y - 20} ${x + 17} ${y - 12} ${x + 15} ${y + 2} C ${x + 9} ${y + 13} ${x - 9} ${y + 13} ${x - 15} ${y + 2} Z`,
      ),
    )
  }
  brush.fillStyle = blend(
    brush,
    [-30, 0],
    [30, 0],
    'rgba(232, 244, 250, 0.75)',
    'rgba(206, 226, 236, 0.35)',
    'rgba(150, 178, 194, 0.7)',
  )
  brush.fill(
    path(
      'M -26 -72 L 26 -72 C 30 -40 36 -18 30 -2 C 28 3 24 4 20 4 L -20 4 C -24 4 -28 3 -30 -2 C -36 -18 -30 -40 -26 -72 Z',
    ),
  )
  brush.fillStyle = 'rgba(255, 255, 255, 0.6)'
  oval(brush, [-20, -36], [3, 22], 0.05)
}

function paintPens(brush: Brush, set: Colours): void {
  underThing(brush, [18, 4], [52, 8])
  const pens = [
    [-18, -0.16, '#2b2f38'],
    [-4, -0.05, set.brand],
    [10, 0.08, '#c9a24e'],
    [20, 0.2, '#8d959f'],
  ] as const
  for (const [x, turn, colour] of pens) {
    apart(brush, () => {
      brush.translate(x, -60)
      brush.rotate(turn)
      brush.fillStyle = blend(
        brush,
        [-5, 0],
        [5, 0],
        mixed(colour, '#ffffff', 0.35),
        colour,
        mixed(colour, '#000000', 0.3),
      )
      brush.beginPath()
      brush.roundRect(-5, -70, 10, 80, 4)
      brush.fill()
    })
  }
  round(brush, 38, '#4a3326')
  brush.fill(path('M -38 -78 L 38 -78 L 36 0 C 35 3 32 4 28 4 L -28 4 C -32 4 -35 3 -36 0 Z'))
  brush.fillStyle = faded('#d9b98c', 0.7)
  brush.fillRect(-38, -72, 76, 2)
  brush.fillRect(-37, -6, 74, 2)
}

function paintCamera(brush: Brush, set: Colours): void {
  // A sleeve comes near its left side.
  brush.translate(14, 0)
  underThing(brush, [12, 4], [78, 9])
  brush.fillStyle = blend(brush, [0, -96], [0, -60], '#e3e2de', '#a9abad')
  brush.beginPath()
  brush.roundRect(-66, -78, 132, 40, 10)
  brush.roundRect(-24, -92, 50, 24, 6)
  brush.fill()
  brush.fillStyle = blend(brush, [-66, 0], [66, 0], '#3a3634', '#4b4643', '#221f1e')
  brush.beginPath()
  brush.roundRect(-66, -60, 132, 60, 8)
  brush.fill()
  for (const [radius, colour] of [
    [34, '#17181b'],
    [27, '#2d3036'],
    [19, '#0d0f14'],
  ] as const) {
    brush.fillStyle = colour
    oval(brush, [0, -34], [radius, radius])
  }
  brush.fillStyle = blend(brush, [-12, -48], [12, -22], mixed(set.brand, '#9fc6ff', 0.5), '#1a1430')
  oval(brush, [0, -34], [13, 13])
  brush.fillStyle = 'rgba(255, 255, 255, 0.75)'
  oval(brush, [-5, -40], [4, 3], -0.5)
  brush.fillStyle = '#c6c9cc'
  brush.beginPath()
  brush.roundRect(38, -86, 20, 10, 3)
  brush.fill()
}
