import { blend, oval, path, spot } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import { board, books, cityWindow, curtain, panel, pendant, plant, print, tableLamp } from './pieces.ts'
import type { Brush, Point } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

type Colours = PresenterLook['set']

/** A room: its things, its lamps out of focus, and the light that lies over all of it. */
interface RoomSet {
  readonly paint: (brush: Brush, set: Colours) => void
  readonly lights: readonly {
    readonly x: number
    readonly y: number
    readonly size: number
    readonly colour: string
    readonly strength: number
  }[]
  readonly glow: readonly {
    readonly at: Point
    readonly radius: Point
    readonly colour: string
    readonly strength: number
  }[]
}

const DAY_SKY = ['#fdfeff', '#e9f3fa', '#cfe3f0', '#c3d8e4'] as const
const DUSK_SKY = ['#40507e', '#8f7ea6', '#f0ab88', '#ffd9a0'] as const

/** All sets a presenter's file can name. */
export const SETS: Readonly<Record<Colours['kind'], RoomSet>> = {
  office: {
    paint: paintOffice,
    lights: [
      { x: 1360, y: 196, size: 26, colour: '#ffe9c0', strength: 0.34 },
      { x: 1290, y: 236, size: 17, colour: '#ffe9c0', strength: 0.26 },
    ],
    glow: [
      { at: [300, 260], radius: [520, 420], colour: '#fffdf4', strength: 0.5 },
      { at: [1640, 380], radius: [300, 260], colour: '#ffd596', strength: 0.2 },
    ],
  },
  library: {
    paint: paintLibrary,
    lights: [
      { x: 330, y: 700, size: 20, colour: '#ffd890', strength: 0.3 },
      { x: 1490, y: 180, size: 24, colour: '#ffd890', strength: 0.26 },
      { x: 1540, y: 216, size: 15, colour: '#ffd890', strength: 0.3 },
    ],
    glow: [
      { at: [260, 560], radius: [380, 330], colour: '#ffcf88', strength: 0.34 },
      { at: [1620, 240], radius: [340, 240], colour: '#ffd596', strength: 0.16 },
    ],
  },
  loft: {
    paint: paintLoft,
    lights: Array.from({ length: 9 }, (_, index) => ({
      x: 1180 + index * 88,
      y: 128 + Math.sin(index * 1.1) * 34 + (index % 3) * 16,
      size: 15 + (index % 3) * 4,
      colour: '#ffdf9e',
      strength: 0.6,
    })),
    glow: [
      { at: [380, 300], radius: [520, 440], colour: '#fff6e4', strength: 0.46 },
      { at: [1520, 300], radius: [420, 240], colour: '#ffc987', strength: 0.2 },
    ],
  },
  studio: {
    paint: paintStudio,
    lights: [
      { x: 214, y: 236, size: 34, colour: '#ffffff', strength: 0.2 },
      { x: 300, y: 300, size: 18, colour: '#ffffff', strength: 0.16 },
      { x: 1700, y: 300, size: 30, colour: '#ffe2b8', strength: 0.2 },
    ],
    glow: [],
  },
  lounge: {
    paint: paintLounge,
    lights: Array.from({ length: 14 }, (_, index) => ({
      x: 80 + between(651, index, 0, 480),
      y: 420 + between(652, index, 0, 270),
      size: between(653, index, 9, 24),
      colour: index % 3 === 0 ? '#ffb27a' : index % 3 === 1 ? '#ffe0a4' : '#a9c8ff',
      strength: between(654, index, 0.26, 0.6),
    })),
    glow: [
      { at: [380, 560], radius: [480, 260], colour: '#ffb37c', strength: 0.22 },
      { at: [1560, 520], radius: [360, 330], colour: '#ffcf90', strength: 0.3 },
    ],
  },
}

function wall(brush: Brush, colour: string): void {
  brush.fillStyle = blend(
    brush,
    [0, 0],
    [1700, 1000],
    mixed(colour, '#ffffff', 0.4),
    colour,
    mixed(colour, '#5b6270', 0.34),
  )
  brush.fillRect(0, 0, 1920, 1080)
}

/** Slats of wood or cloth from floor to ceiling. */
function slats(brush: Brush, left: number, right: number, colour: string): void {
  brush.fillStyle = blend(brush, [left, 0], [right, 300], colour, mixed(colour, '#04070f', 0.45))
  brush.fillRect(left, 0, right - left, 1080)
  for (let x = left; x < right; x += 40) {
    panel(brush, [x, 0], [30, 1080], faded('#ffffff', 0.2), faded('#ffffff', 0.03))
  }
}

function paintOffice(brush: Brush, set: Colours): void {
  wall(brush, set.wall)
  slats(brush, 1270, 1920, set.brandDark)
  panel(brush, [1250, 0], [22, 1080], 'rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0.34)')
  cityWindow(brush, [60, -20], [560, 800], DAY_SKY)
  curtain(brush, [-20, -20], [128, 1100], '#e6e8ea')
  curtain(brush, [566, -20], [120, 1100], '#e6e8ea')
  const shades = [set.brand, '#efe8dc', '#f2b84b', '#d9654f', mixed(set.brand, '#ffffff', 0.5), '#f7f3ea']
  for (const [y, seed] of [
    [322, 621],
    [604, 625],
  ] as const) {
    board(brush, [1410, y], 480, '#c4935f', true)
    books(brush, [seed === 621 ? 1440 : 1600, y], seed === 621 ? 190 : 250, 128, shades, seed)
  }
  brush.fillStyle = blend(brush, [1730, 260], [1810, 320], '#fbf7f0', '#a99f92')
  oval(brush, [1772, 284], [44, 38])
  plant(brush, [1500, 566], 78, '#f0eae0', 630)
  plant(brush, [708, 860], 230, '#e6dfd4', 634)
  pendant(brush, 1160, 84, 62, '#d8c9ae')
}

function paintLibrary(brush: Brush, set: Colours): void {
  wall(brush, mixed(set.wall, '#3a2a20', 0.35))
  const wood = '#8a5a36'
  const covers = ['#7c2f2a', '#2d4a58', '#c9a24e', '#efe4cf', '#3f5a3c', '#a8583a', set.brand, '#26303c']
  for (const left of [-40, 460, 1180, 1680]) {
    brush.fillStyle = blend(brush, [left, 0], [left + 480, 0], '#3b261a', '#2a1a12')
    brush.fillRect(left, 0, left === 460 ? 380 : 480, 900)
  }
  for (const [row, y] of [130, 318, 506, 694, 882].entries()) {
    for (const [column, left] of [-40, 460, 1180, 1680].entries()) {
      const width = left === 460 ? 380 : 480
      spot(brush, '#ffc27a', 0.22, [left + width / 2, y - 120], [width * 0.4, 40])
      if ((row + column * 2) % 5 === 3) plant(brush, [left + 130, y - 40], 74, '#d9cdb8', 660 + row)
      books(brush, [left + 20, y], width - 40, 142, covers, 640 + row * 7 + column * 31)
      board(brush, [left, y], width, wood, false)
    }
  }
  for (const left of [430, 836, 1150, 1650]) panel(brush, [left, 0], [34, 1080], '#a0683e', '#6a4026')
  panel(brush, [0, 900], [1920, 180], '#6a4026', '#7a4a2c', '#4a2c1a')
  tableLamp(brush, 250, 820, 118)
}

function paintLoft(brush: Brush, set: Colours): void {
  wall(brush, set.wall)
  const brick = mixed(set.wall, '#a4553a', 0.62)
  brush.fillStyle = brick
  brush.fillRect(960, 0, 960, 1080)
  for (let row = 0; row < 30; row += 1) {
    for (let column = 0; column < 12; column += 1) {
      const index = row * 12 + column
      brush.fillStyle = mixed(
        mixed(brick, '#5a2a1c', between(671, index, 0, 0.5)),
        '#f0cdb4',
        between(672, index, 0, 0.25),
      )
      brush.fillRect(960 + column * 86 - (row % 2) * 43, row * 37, 80, 31)
    }
  }
  brush.fillStyle = blend(brush, [960, 0], [1920, 0], 'rgba(255, 236, 206, 0.3)', 'rgba(24, 10, 4, 0.42)')
  brush.fillRect(960, 0, 960, 1080)
  cityWindow(brush, [90, -20], [800, 820], DAY_SKY)
  brush.fillStyle = '#2f3338'
  for (let x = 90; x <= 890; x += 160) brush.fillRect(x - 6, -20, 12, 840)
  for (const y of [180, 400, 620]) brush.fillRect(90, y, 800, 10)
  print(brush, [1240, 300], [170, 220], [set.brand, mixed(set.brand, '#f3c06a', 0.6)])
  print(brush, [1466, 330], [140, 180], ['#e2b04e', set.brandDark])
  plant(brush, [1730, 830], 250, '#3c4048', 680)
  plant(brush, [520, 940], 170, '#b5653e', 684)
}

function paintStudio(brush: Brush, set: Colours): void {
  brush.fillStyle = blend(
    brush,
    [0, 0],
    [1920, 1080],
    mixed(set.wall, '#10131c', 0.4),
    mixed(set.wall, '#10131c', 0.72),
  )
  brush.fillRect(0, 0, 1920, 1080)
  spot(brush, mixed(set.brand, '#ffffff', 0.25), 0.75, [960, 430], [560, 430])
  spot(brush, mixed(set.brand, '#ff9a6a', 0.5), 0.4, [1480, 640], [420, 330])
  // Padded panels with light between them.
  for (const [x, width] of [
    [60, 270],
    [372, 150],
    [1440, 150],
    [1632, 230],
  ] as const) {
    spot(brush, mixed(set.brand, '#ffffff', 0.4), 0.5, [x + width / 2, 440], [width * 0.7, 420])
    panel(
      brush,
      [x, 90],
      [width, 760],
      mixed(set.brandDark, '#ffffff', 0.16),
      set.brandDark,
      mixed(set.brandDark, '#000000', 0.45),
    )
    brush.fillStyle = mixed(set.brand, '#ffffff', 0.62)
    brush.fillRect(x + width + 4, 90, 6, 760)
  }
  brush.fillStyle = '#15171d'
  brush.fill(path('M 150 190 L 290 230 L 290 330 L 150 370 Z'))
  brush.fillStyle = '#fff6e0'
  brush.fill(path('M 284 234 L 296 230 L 296 330 L 284 326 Z'))
  plant(brush, [1760, 900], 200, '#23262e', 690)
}

function paintLounge(brush: Brush, set: Colours): void {
  wall(brush, mixed(set.wall, '#2a2436', 0.5))
  cityWindow(brush, [30, -20], [740, 780], DUSK_SKY)
  curtain(brush, [-40, -20], [120, 1100], mixed(set.brandDark, '#ffffff', 0.25))
  curtain(brush, [736, -20], [130, 1100], mixed(set.brandDark, '#ffffff', 0.25))
  slats(brush, 1130, 1340, mixed(set.wall, '#6a4a34', 0.75))
  panel(brush, [1340, 0], [580, 1080], mixed(set.wall, '#3a2e3e', 0.5), mixed(set.wall, '#1c1724', 0.68))
  print(brush, [1560, 170], [220, 270], [mixed(set.brand, '#ffffff', 0.2), '#e6a15c'])
  tableLamp(brush, 1440, 790, 112)
  panel(brush, [1330, 790], [420, 26], '#a06a40', '#5d3a22')
  // A sofa along the wall.
  brush.fillStyle = blend(
    brush,
    [0, 800],
    [0, 1080],
    mixed(set.brand, '#1a1420', 0.4),
    mixed(set.brandDark, '#000000', 0.2),
  )
  brush.beginPath()
  brush.roundRect(1240, 846, 760, 260, 46)
  brush.fill()
  brush.beginPath()
  brush.roundRect(-60, 860, 540, 260, 46)
  brush.fill()
  brush.fillStyle = mixed(set.brand, '#ffd9a0', 0.5)
  brush.beginPath()
  brush.roundRect(1300, 800, 150, 130, 26)
  brush.fill()
  plant(brush, [1840, 800], 190, '#4a3a32', 695)
}
