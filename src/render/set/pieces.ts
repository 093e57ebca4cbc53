import { apart, blend, oval, path, spot } from '../paint/brush.ts'
import { mixed } from '../paint/colour.ts'
import { between } from '../paint/noise.ts'
import type { Brush, Point } from '../paint/brush.ts'

/** Things that rooms are furnished with. They are seen out of focus, so light and mass count, not lines. */

/** Fills a rectangle with a blend from left to right. */
export function panel(brush: Brush, [x, y]: Point, [width, height]: Point, ...colours: string[]): void {
  brush.fillStyle = blend(brush, [x, 0], [x + width, 0], ...colours)
  brush.fillRect(x, y, width, height)
}

/** A window on a bright city, with frame and sheer curtains. */
export function cityWindow(
  brush: Brush,
  [x, y]: Point,
  [width, height]: Point,
  sky: readonly string[],
): void {
  brush.fillStyle = blend(brush, [0, y], [0, y + height], ...sky)
  brush.fillRect(x, y, width, height)
  const haze = sky.at(-1) ?? '#ffffff'
  for (let index = 0; index < 9; index += 1) {
    const left = x + (index / 9) * width + between(611, index, -14, 14)
    const tall = height * between(612, index, 0.24, 0.62)
    brush.fillStyle = mixed(haze, '#5d7488', between(613, index, 0.16, 0.42))
    brush.fillRect(left, y + height - tall, width * between(614, index, 0.09, 0.15), tall)
  }
  for (let index = 0; index < 60; index += 1) {
    brush.fillStyle = `rgba(255, 240, 205, ${between(617, index, 0.2, 0.7)})`
    brush.fillRect(
      x + between(615, index, 0.02, 0.97) * width,
      y + between(616, index, 0.5, 0.96) * height,
      9,
      13,
    )
  }
  brush.fillStyle = '#eceae6'
  for (const share of [0, 0.5, 1]) brush.fillRect(x + share * width - 9, y - 8, 18, height + 16)
  brush.fillRect(x, y + height - 4, width, 22)
}

/** A sheer curtain in folds. */
export function curtain(brush: Brush, [x, y]: Point, [width, height]: Point, colour: string): void {
  const folds = Math.max(3, Math.round(width / 26))
  for (let fold = 0; fold < folds; fold += 1) {
    const left = x + (fold * width) / folds
    apart(brush, () => {
      brush.globalAlpha = 0.86
      panel(
        brush,
        [left, y],
        [width / folds + 1, height],
        mixed(colour, '#ffffff', 0.35),
        mixed(colour, '#56606e', 0.2),
      )
    })
  }
}

/** A row of books standing on a board. */
export function books(
  brush: Brush,
  [left, bottom]: Point,
  width: number,
  height: number,
  colours: readonly string[],
  seed: number,
): void {
  let x = left
  for (let index = 0; x < left + width - 10; index += 1) {
    const thick = between(seed, index, 0.16, 0.34) * height
    const tall = height * between(seed + 1, index, 0.72, 1)
    const colour = colours[Math.floor(between(seed + 2, index, 0, colours.length))] ?? '#ffffff'
    if (between(seed + 3, index, 0, 1) < 0.1) {
      x += thick
      continue
    }
    panel(
      brush,
      [x, bottom - tall],
      [thick - 2, tall],
      mixed(colour, '#ffffff', 0.2),
      colour,
      mixed(colour, '#000000', 0.32),
    )
    brush.fillStyle = mixed(colour, '#ffe2a8', 0.4)
    brush.fillRect(x, bottom - tall * 0.84, thick - 2, 4)
    x += thick
  }
}

/** A board with its light strip below. */
export function board(brush: Brush, [x, y]: Point, width: number, wood: string, lamp: boolean): void {
  if (lamp) spot(brush, '#ffd89a', 0.4, [x + width / 2, y + 74], [width * 0.42, 58])
  brush.fillStyle = blend(
    brush,
    [0, y],
    [0, y + 18],
    mixed(wood, '#ffffff', 0.2),
    mixed(wood, '#1a0c04', 0.3),
  )
  brush.fillRect(x, y, width, 18)
  if (!lamp) return
  brush.fillStyle = '#fff0cc'
  brush.fillRect(x + 6, y + 18, width - 12, 5)
}

/** A large plant in a pot on the floor, its leaves lit from the window. */
export function plant(brush: Brush, [x, y]: Point, size: number, pot: string, seed: number): void {
  brush.fillStyle = blend(
    brush,
    [x - size * 0.3, 0],
    [x + size * 0.3, 0],
    mixed(pot, '#ffffff', 0.35),
    pot,
    mixed(pot, '#000000', 0.4),
  )
  brush.fill(
    path(
      `M ${x - size * 0.3} ${y - size * 0.2} L ${x + size * 0.3} ${y - size * 0.2} L ${x + size * 0.22} ${y + size * 0.5} L ${x - size * 0.22} ${y + size * 0.5} Z`,
    ),
  )
  const leaves = 22
  for (let index = 0; index < leaves; index += 1) {
    const turn = between(seed, index, -1.45, 1.45)
    const reach = size * between(seed + 1, index, 0.65, 1.25)
    apart(brush, () => {
      brush.translate(x + turn * size * 0.06, y - size * 0.22)
      brush.rotate(turn)
      const lit = between(seed + 2, index, 0, 1) * (turn < 0.2 ? 1 : 0.55)
      brush.fillStyle = blend(
        brush,
        [-size * 0.1, -reach],
        [size * 0.1, 0],
        mixed('#1f5138', '#a3d28a', lit),
        mixed('#16402c', '#5f9a63', lit * 0.8),
      )
      brush.fill(
        path(
          `M 0 0 C ${-size * 0.17} ${-reach * 0.4} ${-size * 0.12} ${-reach * 0.8} 0 ${-reach} C ${size * 0.12} ${-reach * 0.8} ${size * 0.17} ${-reach * 0.4} 0 0 Z`,
        ),
      )
    })
  }
}

/** A framed print. */
export function print(
  brush: Brush,
  [x, y]: Point,
  [width, height]: Point,
  colours: readonly [string, string],
): void {
  spot(brush, '#000000', 0.3, [x + width / 2 + 12, y + height / 2 + 16], [width * 0.5, height * 0.5])
  brush.fillStyle = '#2b2623'
  brush.fillRect(x - 10, y - 10, width + 20, height + 20)
  brush.fillStyle = '#f6f1e8'
  brush.fillRect(x, y, width, height)
  brush.fillStyle = colours[0]
  oval(brush, [x + width * 0.42, y + height * 0.4], [width * 0.26, width * 0.26])
  brush.fillStyle = colours[1]
  brush.fill(
    path(
      `M ${x + width * 0.14} ${y + height * 0.86} C ${x + width * 0.3} ${y + height * 0.5} ${x + width * 0.6} ${y + height * 0.5} ${x + width * 0.86} ${y + height * 0.86} Z`,
    ),
  )
}

/** A hanging lamp that is on. */
export function pendant(brush: Brush, x: number, y: number, size: number, shade: string): void {
  brush.fillStyle = '#3b3d42'
  brush.fillRect(x - 2, -20, 4, y)
  brush.fillStyle = blend(
    brush,
    [x - size, 0],
    [x + size, 0],
    mixed(shade, '#ffffff', 0.2),
    shade,
    mixed(shade, '#000000', 0.4),
  )
  brush.fill(
    path(
      `M ${x - size * 0.3} ${y} L ${x + size * 0.3} ${y} C ${x + size * 0.9} ${y + size * 0.3} ${x + size} ${y + size * 0.7} ${x + size} ${y + size} L ${x - size} ${y + size} C ${x - size} ${y + size * 0.7} ${x - size * 0.9} ${y + size * 0.3} ${x - size * 0.3} ${y} Z`,
    ),
  )
  spot(brush, '#ffe7b4', 0.95, [x, y + size * 1.02], [size * 0.9, size * 0.26])
}

/** A lamp with a cloth shade on a table. */
export function tableLamp(brush: Brush, x: number, y: number, size: number): void {
  panel(brush, [x - size * 0.08, y - size], [size * 0.16, size], '#c9a36a', '#7d5a30')
  brush.fillStyle = blend(brush, [x - size, 0], [x + size, 0], '#ffe6b8', '#fff6df', '#e9bd7c')
  brush.fill(
    path(
      `M ${x - size * 0.5} ${y - size * 1.9} L ${x + size * 0.5} ${y - size * 1.9} L ${x + size * 0.8} ${y - size * 0.9} L ${x - size * 0.8} ${y - size * 0.9} Z`,
    ),
  )
  spot(brush, '#ffd890', 0.75, [x, y - size * 1.4], [size * 1.9, size * 1.5])
}
