import { apart, faded, mixed, path, spot } from './brush.ts'
import { faceOutline } from './head.ts'
import { between } from './noise.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'

/** Paints a beard that moves with the jaw: a soft ground, then hair by hair. Origin: the head's. */
export function paintBeard(brush: Brush, look: PresenterLook, drop: number): void {
  const { beard } = look
  if (!beard) return
  const strength = beard.density * (beard.kind === 'stubble' ? 0.4 : 1)
  apart(brush, () => {
    brush.clip(faceOutline(look, drop))
    paintGround(brush, look, drop, beard.colour, strength)
    paintHairs(brush, look, drop, beard.colour, strength, beard.kind === 'stubble' ? 3.4 : 6.5)
  })
}

function paintGround(
  brush: Brush,
  { head }: PresenterLook,
  drop: number,
  colour: string,
  strength: number,
): void {
  const chin = 206 * head.length + drop
  const soft = (at: Point, radius: Point, share: number, turn = 0) =>
    spot(brush, colour, Math.min(1, strength * share), at, radius, turn)
  for (const side of [-1, 1]) {
    soft([side * 132, 60], [13, 64], 0.7, side * 0.12)
    soft([side * 112, 132 + drop * 0.5], [24, 46], 0.85, side * 0.5)
    soft([side * 70, 180 + drop * 0.8], [46, 26], 0.95, side * -0.5)
    soft([side * 52, 128 + drop * 0.5], [8, 30], 0.75, side * -0.12)
    soft([side * 30, 98], [28, 8], 0.95, side * 0.16)
  }
  soft([0, chin - 16], [66, 24], 1)
  soft([0, 158 + drop * 0.75], [15, 14], 0.7)
}

/** Where the beard grows: cheeks along the jaw, chin, moustache; bare around the mouth. */
function grows(x: number, y: number, drop: number): boolean {
  const side = Math.abs(x)
  const cheekLine = 20 + (142 - side) * 1.75
  if (side > 58) return y > cheekLine
  const low = drop * 0.75
  if (y < 108) return y > 88 + side * 0.12 && side > 5 && side < 58 && y < 104 + side * 0.06
  if (side > 46) return y > 104 + (58 - side) * 1.3
  if (side < 12) return y > 150 + low
  return y > 158 + low + (50 - side) * 0.06
}

function paintHairs(
  brush: Brush,
  { head }: PresenterLook,
  drop: number,
  colour: string,
  strength: number,
  length: number,
): void {
  brush.lineCap = 'round'
  for (let index = 0; index < 5200; index += 1) {
    const x = between(101, index, -142, 142)
    const y = between(102, index, 20, 212)
    if (!grows(x, y, 0)) continue
    const moved = y > 108 ? drop * Math.min(1, (y - 70) / 110) : 0
    const grow = y < 108 ? Math.PI * (x < 0 ? 0.72 : 0.28) : Math.PI / 2 + x * 0.0035
    const turn = grow + between(103, index, -0.35, 0.35)
    const reach = length * between(104, index, 0.6, 1.2)
    brush.strokeStyle = faded(
      mixed(colour, '#6b5348', between(105, index, 0, x < 0 ? 0.45 : 0.2)),
      strength * between(106, index, 0.2, 0.55),
    )
    brush.lineWidth = between(107, index, 0.8, 1.4)
    const bottom = y * head.length + moved
    brush.stroke(path(`M ${x} ${bottom} l ${Math.cos(turn) * reach} ${Math.sin(turn) * reach}`))
  }
}
