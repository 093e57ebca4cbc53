import { blend, oval, path } from '../paint/brush.ts'
import { faded, mixed } from '../paint/colour.ts'
import { underThing } from './thing.ts'
import type { Things } from './thing.ts'
import type { Brush } from '../paint/brush.ts'
import type { PresenterLook } from '../presenter/look.ts'

type Colours = PresenterLook['set']

/** What can lie at a presenter's right hand: an arm lies on it, and it is lower than the name card reaches. */
export const LYING: Things<PresenterLook['desk']['lying']> = {
  notebook: paintNotebook,
  books: paintBooks,
  tablet: paintTablet,
  glasses: paintGlasses,
}

function paintNotebook(brush: Brush, set: Colours): void {
  underThing(brush, [-2, 16], [150, 10])
  brush.fillStyle = blend(
    brush,
    [-142, 0],
    [138, 0],
    mixed(set.brand, '#ffffff', 0.1),
    mixed(set.brandDark, '#ffffff', 0.12),
  )
  brush.fill(path('M -116 0 L 110 0 L 138 22 L -138 22 Z'))
  brush.fillStyle = '#f4efe6'
  brush.fillRect(-138, 22, 276, 9)
  brush.fillStyle = mixed(set.brandDark, '#000000', 0.2)
  brush.fillRect(-138, 31, 276, 4)
}

function paintBooks(brush: Brush, set: Colours): void {
  underThing(brush, [-40, 28], [150, 10])
  const covers = ['#5b3a2e', mixed(set.brand, '#2a2420', 0.35), '#d9cdb6']
  for (const [index, cover] of covers.entries()) {
    const [left, right, y] = [-172 + index * 10, 92 - index * 16, 30 - (index + 1) * 22]
    brush.fillStyle = blend(
      brush,
      [left, 0],
      [right, 0],
      mixed(cover, '#ffffff', 0.2),
      cover,
      mixed(cover, '#000000', 0.3),
    )
    brush.beginPath()
    brush.roundRect(left, y, right - left, 22, 5)
    brush.fill()
    brush.fillStyle = '#efe7d6'
    brush.fillRect(right - 30, y + 4, 30, 14)
    brush.fillStyle = faded('#000000', 0.18)
    brush.fillRect(right - 30, y + 10, 30, 1.5)
    brush.fillStyle = mixed(cover, '#ffe2a8', 0.55)
    brush.fillRect(left + 26, y, 4, 22)
  }
}

function paintTablet(brush: Brush, set: Colours): void {
  underThing(brush, [-30, 18], [140, 9])
  brush.fillStyle = '#c9cdd4'
  brush.fill(path('M -148 0 L 62 0 L 84 26 L -174 26 Z'))
  brush.fillStyle = blend(
    brush,
    [-150, 0],
    [80, 26],
    '#3c4554',
    '#161a22',
    mixed(set.brandDark, '#11141b', 0.5),
  )
  brush.fill(path('M -143 3 L 58 3 L 76 23 L -164 23 Z'))
  brush.fillStyle = 'rgba(255, 255, 255, 0.13)'
  brush.fill(path('M -143 3 L -60 3 L -104 23 L -164 23 Z'))
  brush.fillStyle = '#8d939d'
  brush.fillRect(-174, 26, 258, 4)
}

function paintGlasses(brush: Brush): void {
  underThing(brush, [-60, 26], [86, 7])
  brush.strokeStyle = '#5a3a22'
  brush.lineCap = 'round'
  brush.lineWidth = 4
  brush.stroke(path('M -138 6 C -90 -2 -40 0 14 12 M 18 6 C -30 -4 -90 -2 -132 12'))
  brush.lineWidth = 5
  for (const x of [-106, -22]) {
    brush.fillStyle = 'rgba(226, 240, 246, 0.4)'
    brush.beginPath()
    brush.ellipse(x, 16, 33, 15, 0, 0, Math.PI * 2)
    brush.fill()
    brush.stroke()
    brush.fillStyle = 'rgba(255, 255, 255, 0.5)'
    oval(brush, [x - 12, 11], [9, 3], -0.4)
  }
  brush.stroke(path('M -73 13 Q -64 7 -55 13'))
}
