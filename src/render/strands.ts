import { apart, blend, castShadow, curve, faded, mixed } from './brush.ts'
import { between, chance } from './noise.ts'
import type { Brush, Point } from './brush.ts'
import type { PresenterLook } from './presenter-file.ts'
import type { CanvasGradient, Path2D } from '@napi-rs/canvas'

/** A lock of hair between two lines of equally many points, each from root to tip. */
export interface Lock {
  readonly inner: readonly Point[]
  readonly outer: readonly Point[]
}

/** How a lock is painted. */
interface LockStyle {
  readonly seed: number
  readonly strands: number
  /** Thickness of a strand, in logical units. */
  readonly width: number
  /** 0 in the light, 1 on the far side. */
  readonly shade: number
  /** Height of the band of gloss, and how strong it is. */
  readonly glossAt: number
  readonly gloss: number
  /** Sideways swing of the strands, in logical units. */
  readonly wave: number
}

/** The outline of a lock, swinging with its strands. */
function lockOutline(lock: Lock, style: LockStyle): Path2D {
  const edge = (place: number) => strandLine(lock, style, place, place * PHASE_SPREAD, 1)
  return curve([...edge(1), ...edge(0).toReversed()], true)
}

/** Paints a lock: a dark ground that throws a shadow, then strand by strand. */
export function paintLock(brush: Brush, hair: PresenterLook['hair'], lock: Lock, style: LockStyle): void {
  apart(brush, () => {
    castShadow(brush, 'rgba(30, 10, 4, 0.5)', 17, [5, 8])
    brush.fillStyle = mixed(hair.base, hair.root, 0.35 + style.shade * 0.4)
    brush.fill(lockOutline(lock, style))
  })
  const tones = [0, 1, 2].map((tone) => strandTone(brush, hair, lock, style, tone))
  brush.lineCap = 'round'
  for (let index = 0; index < style.strands; index += 1) {
    const tone = chance(style.seed + 1, index)
    brush.globalAlpha = between(style.seed + 2, index, 0.18, 0.62)
    brush.strokeStyle = tones[tone < 0.42 ? 0 : tone < 0.78 ? 1 : 2] ?? hair.base
    brush.lineWidth = style.width * between(style.seed + 3, index, 0.35, 1.25)
    brush.stroke(strand(lock, style, index))
  }
  brush.globalAlpha = 1
}

/** How far the waves of one side of a lock are ahead of the other's. */
const PHASE_SPREAD = 3.2

/** One strand: somewhere between the lines, nearly parallel to its neighbours. */
function strand(lock: Lock, style: LockStyle, index: number): Path2D {
  const { seed } = style
  const place = between(seed, index, -0.015, 1.015)
  const phase = between(seed + 4, index, -0.5, 0.5) + place * PHASE_SPREAD
  const line = strandLine(lock, style, place, phase, between(seed + 5, index, 0.86, 1.06))
  return curve(
    line.map(([x, y], step): Point => {
      const loose = (between(seed + 6 + step, index, -1, 1) * 2.4 * step) / line.length
      return [x + loose, y + loose]
    }),
  )
}

/** The course between a lock's lines at a place from 0 (inner) to 1 (outer). */
function strandLine(
  { inner, outer }: Lock,
  { wave }: LockStyle,
  place: number,
  phase: number,
  length: number,
): Point[] {
  const last = inner.length - 1
  return inner.map(([x, y], step): Point => {
    const [outerX, outerY] = outer[step] ?? [x, y]
    const along = step / last
    const swing = wave * along * along * Math.sin(along * 8.5 + phase)
    const before = inner[step - 1]?.[1] ?? y
    const reach = step === last ? length : 1
    return [x + (outerX - x) * place + swing, before + (y + (outerY - y) * place - before) * reach]
  })
}

/** Colour along a strand: dark root, a band of gloss, lighter lengths, dark tips. */
function strandTone(
  brush: Brush,
  hair: PresenterLook['hair'],
  { inner, outer }: Lock,
  { glossAt, gloss, shade }: LockStyle,
  tone: number,
): CanvasGradient {
  const top = Math.min(...inner.map(([, y]) => y), ...outer.map(([, y]) => y))
  const bottom = Math.max(...inner.map(([, y]) => y), ...outer.map(([, y]) => y))
  const body = mixed(
    mixed(hair.base, hair.light, tone === 0 ? 0.25 : tone === 1 ? 0.75 : 0),
    hair.root,
    shade * 0.5,
  )
  const bright = mixed(body, hair.gloss, gloss * (tone === 2 ? 0.35 : 1))
  const at = (glossAt - top) / (bottom - top)
  const gradient = blend(brush, [0, top], [0, bottom], mixed(body, hair.root, 0.7))
  gradient.addColorStop(Math.max(0.01, at - 0.16), mixed(body, hair.root, 0.3))
  gradient.addColorStop(at, bright)
  gradient.addColorStop(Math.min(0.98, at + 0.2), body)
  gradient.addColorStop(Math.min(0.99, at + 0.5), mixed(body, hair.light, tone === 1 ? 0.45 : 0.1))
  gradient.addColorStop(1, mixed(body, hair.root, 0.55))
  return gradient
}

/** Short hair that does not lie in locks: many small strokes or curls on a ground. */
export function paintTexture(
  brush: Brush,
  hair: PresenterLook['hair'],
  at: (index: number) => { readonly place: Point; readonly turn: number; readonly lit: number },
  { seed, count, size, curl }: { seed: number; count: number; size: number; curl: number },
): void {
  brush.lineCap = 'round'
  for (let index = 0; index < count; index += 1) {
    const { place, turn, lit } = at(index)
    const tone = between(seed, index, -0.25, 0.25) + lit
    const colour =
      tone < 0.35
        ? mixed(hair.root, hair.base, tone / 0.35)
        : mixed(hair.base, tone > 0.8 ? hair.gloss : hair.light, Math.min(1, (tone - 0.35) * 1.2))
    brush.strokeStyle = faded(colour, between(seed + 1, index, 0.45, 0.9))
    brush.lineWidth = between(seed + 2, index, 1.3, 2.6)
    apart(brush, () => {
      brush.translate(...place)
      brush.rotate(turn)
      brush.beginPath()
      const length = size * between(seed + 3, index, 0.6, 1.2)
      if (curl > 0.5) brush.arc(0, 0, length * 0.4, 0, Math.PI * (0.5 + curl * 0.35))
      else {
        brush.moveTo(0, length * 0.5)
        brush.quadraticCurveTo(length * 0.25, 0, length * 0.1, -length * 0.5)
      }
      brush.stroke()
    })
  }
}
