import { createCanvas } from '@napi-rs/canvas'
import { apart, blend, faded, mixed, oval, path, spot } from './brush.ts'
import { between } from './noise.ts'
import { LOGICAL_CANVAS } from './stage.ts'
import type { Brush } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

type SetColours = PresenterLook['set']

/** Paints the room behind the presenter, out of focus. Brush: logical canvas at `scale`. */
export function paintBackdrop(brush: Brush, set: SetColours, scale: number): void {
  const { width, height } = LOGICAL_CANVAS
  const sharp = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale))
  const room = sharp.getContext('2d')
  room.scale(scale, scale)
  paintWalls(room, set)
  paintWindow(room)
  paintShelves(room, set)
  paintPlant(room)
  paintLamp(room)
  apart(brush, () => {
    // Blurred once as a whole: blurring each thing on its own costs ten times as much.
    brush.filter = `blur(${11 * scale}px)`
    brush.drawImage(sharp, -34, -19, width + 68, height + 38)
  })
  paintLight(brush)
}

function paintWalls(brush: Brush, set: SetColours): void {
  brush.fillStyle = blend(
    brush,
    [0, 0],
    [1300, 900],
    mixed(set.wall, '#ffffff', 0.55),
    set.wall,
    mixed(set.wall, '#8d97a5', 0.35),
  )
  brush.fillRect(0, 0, 1920, 1080)
  brush.fillStyle = blend(brush, [1270, 0], [1920, 300], set.brandDark, mixed(set.brandDark, '#04070f', 0.45))
  brush.fillRect(1270, 0, 650, 1080)
  for (let x = 1270; x < 1920; x += 40) {
    brush.fillStyle = blend(
      brush,
      [x, 0],
      [x + 32, 0],
      'rgba(255, 255, 255, 0.17)',
      'rgba(255, 255, 255, 0.03)',
    )
    brush.fillRect(x, 0, 30, 1080)
  }
  brush.fillStyle = 'rgba(0, 0, 0, 0.28)'
  brush.fillRect(1256, 0, 16, 1080)
}

function paintWindow(brush: Brush): void {
  brush.fillStyle = blend(brush, [0, 0], [0, 790], '#ffffff', '#eef6fc', '#cfe2ee', '#bcd3df')
  brush.fillRect(60, -20, 560, 800)
  for (const [x, y, w, h, tone] of [
    [84, 430, 92, 350, '#a9c0d0'],
    [172, 330, 80, 450, '#b9cdda'],
    [268, 470, 76, 310, '#9fb8c9'],
    [356, 290, 92, 490, '#b4c9d7'],
    [458, 410, 100, 370, '#a5bdcd'],
  ] as const) {
    brush.fillStyle = tone
    brush.fillRect(x, y, w, h)
  }
  for (let index = 0; index < 70; index += 1) {
    brush.fillStyle = `rgba(255, 250, 235, ${between(3, index, 0.25, 0.75)})`
    brush.fillRect(between(1, index, 90, 550), between(2, index, 330, 760), 10, 15)
  }
  brush.fillStyle = '#6f9c7c'
  for (let x = 70; x < 620; x += 42) oval(brush, [x, 775], [44, between(4, x, 20, 52)])
  brush.fillStyle = '#f7f6f4'
  for (const [x, y, w, h] of [
    [44, -20, 20, 810],
    [330, -20, 14, 800],
    [612, -20, 20, 810],
    [44, 372, 588, 12],
    [30, 776, 616, 26],
  ] as const) {
    brush.fillRect(x, y, w, h)
  }
  // A sheer curtain on either side.
  for (const [x, w] of [
    [-20, 128],
    [560, 120],
  ] as const) {
    for (let fold = 0; fold < 6; fold += 1) {
      const left = x + (fold * w) / 6
      brush.fillStyle = blend(
        brush,
        [left, 0],
        [left + w / 6, 0],
        'rgba(255, 255, 255, 0.85)',
        'rgba(222, 224, 226, 0.7)',
      )
      brush.fillRect(left, -20, w / 6 + 1, 1100)
    }
  }
}

function paintShelves(brush: Brush, set: SetColours): void {
  for (const y of [322, 604]) {
    spot(brush, '#ffdca0', 0.32, [1650, y + 60], [240, 60])
    brush.fillStyle = blend(brush, [0, y], [0, y + 18], '#d8ab7a', '#a97c50')
    brush.fillRect(1410, y, 480, 18)
    brush.fillStyle = '#ffe7b8'
    brush.fillRect(1414, y + 18, 472, 5)
  }
  paintBooks(brush, 1440, 322, [
    [30, 122, '#efe8dc'],
    [22, 104, set.brand],
    [34, 132, '#f2b84b'],
    [24, 112, '#efe8dc'],
    [28, 98, '#d9654f'],
    [22, 116, mixed(set.brand, '#ffffff', 0.4)],
  ])
  paintBooks(brush, 1690, 604, [
    [30, 118, '#f3efe8'],
    [24, 128, mixed(set.brand, '#ffffff', 0.45)],
    [26, 102, '#f3efe8'],
    [32, 118, mixed(set.brandDark, '#ffffff', 0.3)],
  ])
  brush.fillStyle = blend(brush, [1730, 260], [1810, 320], '#fbf7f0', '#c9c1b6')
  oval(brush, [1772, 284], [44, 38])
  brush.fillStyle = blend(brush, [1480, 0], [1560, 0], '#f6f1ea', '#cbc2b6')
  brush.fillRect(1484, 530, 84, 74)
  paintLeaves(brush, 1526, 540, 12, 72, 14)
}

function paintBooks(
  brush: Brush,
  left: number,
  bottom: number,
  books: readonly (readonly [number, number, string])[],
): void {
  let x = left
  for (const [width, height, colour] of books) {
    brush.fillStyle = blend(
      brush,
      [x, 0],
      [x + width, 0],
      mixed(colour, '#ffffff', 0.2),
      colour,
      mixed(colour, '#000000', 0.25),
    )
    brush.fillRect(x, bottom - height, width, height)
    x += width + 3
  }
}

function paintLeaves(brush: Brush, x: number, y: number, count: number, length: number, broad: number): void {
  for (let index = 0; index < count; index += 1) {
    apart(brush, () => {
      brush.translate(x, y)
      brush.rotate((index - (count - 1) / 2) * (2.7 / count) + between(5, index, -0.08, 0.08))
      brush.fillStyle = mixed('#2f6b4b', '#7cc093', between(6, index, 0, 0.9))
      oval(brush, [0, -length * 0.9], [broad, length * between(7, index, 0.8, 1.1)])
    })
  }
}

function paintPlant(brush: Brush): void {
  paintLeaves(brush, 700, 930, 15, 190, 22)
  brush.fillStyle = blend(brush, [640, 0], [770, 0], '#efe9e0', '#b9b0a5')
  brush.fill(path('M 640 880 L 770 880 L 752 1080 L 658 1080 Z'))
}

function paintLamp(brush: Brush): void {
  brush.strokeStyle = '#5a5f68'
  brush.lineWidth = 5
  brush.stroke(path('M 1196 0 L 1196 84'))
  brush.fillStyle = blend(brush, [1140, 0], [1252, 0], '#e9dcc8', '#fff3da', '#cdbb9f')
  brush.fill(path('M 1174 84 L 1218 84 L 1252 156 L 1140 156 Z'))
  spot(brush, '#ffe8b8', 0.85, [1196, 170], [90, 40])
}

/** Daylight from the window, warmth from the shelves, darker corners. */
function paintLight(brush: Brush): void {
  spot(brush, '#fffdf4', 0.55, [300, 260], [520, 420])
  spot(brush, '#ffd596', 0.2, [1640, 380], [300, 260])
  const corners = brush.createRadialGradient(960, 480, 520, 960, 540, 1260)
  corners.addColorStop(0, faded('#0a1228', 0))
  corners.addColorStop(1, faded('#0a1228', 0.46))
  brush.fillStyle = corners
  brush.fillRect(0, 0, 1920, 1080)
}
