import { lightOf } from '../../paint/colour.ts'
import { KEY, KEY_HALF, blurred } from '../../paint/light.ts'
import { chance } from '../../paint/noise.ts'
import type { Point } from '../../paint/brush.ts'
import type { Light } from '../../paint/colour.ts'
import type { PresenterLook } from '../../presenter/look.ts'
import type { Surface } from '../../paint/surface.ts'

/** Random numbers looked up along a line; long enough that nothing is seen to come back. */
const WAVES = Float32Array.from({ length: 4096 }, (_, index) => chance(77, index))

function wave(place: number): number {
  const index = Math.floor(place)
  const part = place - index
  const smooth = part * part * (3 - 2 * part)
  return (WAVES[index & 4095] ?? 0) * (1 - smooth) + (WAVES[(index + 1) & 4095] ?? 0) * smooth
}

/** A hair colour as amounts of light. */
export interface Tones {
  readonly base: Light
  readonly light: Light
  readonly gloss: Light
  readonly grey: number
}

/** The tones of a look's hair. */
export function tonesOf({ base, light, gloss, grey }: PresenterLook['hair']): Tones {
  return { base: lightOf(base), light: lightOf(light), gloss: lightOf(gloss), grey }
}

/** A place along a clump. */
export interface Station {
  readonly left: Point
  readonly right: Point
  /** Unit vectors along and across the clump. */
  readonly along: Point
  readonly across: Point
  readonly width: number
}

/** A clump as it is drawn. */
export interface Ribbon {
  readonly card: {
    readonly seed: number
    readonly lift: number
    readonly tips: number
    readonly roots: number
    readonly shade: number
  }
  readonly tones: Tones
  readonly length: number
  readonly strands: number
  readonly clumps: number
  readonly tint: number
}

/** The head under the hair, as the light sees it. */
const SKULL = { y: -40, width: 200, height: 236 } as const

/** Noise that follows the strands: strand by strand, finer, and clump by clump. Each 0 to 1. */
interface Grain {
  readonly strand: number
  readonly fine: number
  readonly clump: number
}

/**
 * Lays one pixel of a clump over what is there.
 *
 * @param s share of the clump's length, root to tip.
 * @param t share of its width.
 */
export function shadePixel(
  surface: Surface,
  light: Float32Array,
  ribbon: Ribbon,
  station: Station,
  pixel: number,
  x: number,
  y: number,
  s: number,
  t: number,
): void {
  const { card, strands, clumps } = ribbon
  const seed = (card.seed * 131) % 4000
  const grain: Grain = {
    strand: wave(seed + t * strands + s * 0.6),
    fine: wave(seed * 1.7 + t * strands * 2.3 + s * 1.4),
    clump: wave(seed * 0.6 + t * clumps + s * 1.1),
  }
  const cover = coverAt(surface.scale, ribbon, station.width, grain, s, t)
  if (cover <= 0.02) return
  const kept = ((surface.cover[pixel] ?? 0) / 255) * (1 - cover)
  const total = cover + kept
  layLight(light, pixel, cover / total, kept / total, ribbon, station, grain, x, y, s, t)
  surface.cover[pixel] = Math.min(255, Math.round(total * 255))
  if (cover <= 0.5) return
  const arch = Math.cos((t - 0.5) * BEND) * Math.min(14, station.width * 0.4)
  surface.relief[pixel] = card.lift + arch + grain.strand * 1.4
}

/** How far around a clump is seen, in radians. */
const BEND = 2.1

/** How much of a pixel is hair: strands end one by one, and edges are a pixel soft. */
function coverAt(scale: number, { card, length }: Ribbon, width: number, grain: Grain, s: number, t: number) {
  const { strand, fine, clump } = grain
  const edge = Math.min(t, 1 - t) * width * scale + 0.35 * fine
  const tip = (1 - card.tips * (0.75 * strand + 0.35 * clump) - s) * length * 0.25 + 0.4
  const root = (s - card.roots * (0.2 + 0.8 * strand)) * length * (card.roots === 0 ? 0.6 : 0.16) + 0.3
  return Math.min(1, edge, tip, root)
}

/** Light on strands after Kajiya and Kay: a highlight lies across them wherever they turn to the window. */
function layLight(
  light: Float32Array,
  pixel: number,
  share: number,
  remainingShare: number,
  { card, tones, strands, tint }: Ribbon,
  { along, across }: Station,
  { strand, fine, clump }: Grain,
  x: number,
  y: number,
  s: number,
  t: number,
): void {
  const bend = (t - 0.5) * BEND
  const aside = Math.sin(bend) * 0.62 + (clump - 0.5) * 0.35
  const headX = Math.max(-0.96, Math.min(0.96, x / SKULL.width))
  const headY = Math.max(-0.94, Math.min(0.08, (y - SKULL.y) / SKULL.height))
  let nx = headX + across[0] * aside
  let ny = headY + across[1] * aside
  let nz = Math.sqrt(Math.max(0.06, 1 - headX * headX - headY * headY)) + Math.cos(bend) * 0.5
  const long = Math.sqrt(nx * nx + ny * ny + nz * nz)
  nx /= long
  ny /= long
  nz /= long
  const facing = nx * KEY[0] + ny * KEY[1] + nz * KEY[2]
  const ring = ringOf(nx, ny, nz, along, strand)
  const ring4 = ring * ring * ring * ring
  const narrow = ring4 * ring4 * ring4 * ring4 * ring4 * ring4 * ring * ring * (0.35 + 0.65 * fine)
  const broad = ring4 * ring * ring * ring

  const depth = (1 - card.shade * 0.62) * (0.62 + 0.38 * Math.min(1, s * 3.4 + 0.25))
  const valley = 0.55 + 0.23 * strand + 0.4 * clump * (1 - Math.abs(t - 0.5) * 0.8)
  const diffuse = (0.3 + 0.78 * Math.max(0, (facing + 0.35) / 1.35)) * depth * valley * 1.25
  const shine = (narrow * 0.62 + broad * 0.12) * Math.max(0.1, facing + 0.1) * depth
  const lighter = Math.max(0, Math.min(1, (strand + tint - 0.42) * 1.3 + s * 0.28))
  const grey = tones.grey === 0 ? 0 : greyOf(tones.grey, wave(card.seed * 2.3 + t * strands * 0.8))
  const behind = Math.max(0, nx - 0.55) * 0.16
  for (const channel of [0, 1, 2] as const) {
    const own = tones.base[channel] + (tones.light[channel] - tones.base[channel]) * lighter
    const body = own + (GREY[channel] - own) * grey
    const gloss = tones.gloss[channel] * (1 - grey) + 0.6 * grey
    const amount = body * diffuse + (gloss * 0.8 + 0.02) * shine + behind * (0.3 + gloss)
    const at = pixel * 3 + channel
    light[at] = amount * share + (light[at] ?? 0) * remainingShare
  }
}

/** How near a strand is to lying square to the light: 1 in the middle of its highlight. */
function ringOf(nx: number, ny: number, nz: number, along: Point, strand: number): number {
  // Strands lie on the head: their direction has a depth wherever the head turns away.
  const lean = nx * along[0] + ny * along[1]
  const [x, y, z] = [along[0] - nx * lean, along[1] - ny * lean, -nz * lean]
  const long = Math.sqrt(x * x + y * y + z * z) || 1
  const skew = (x * KEY_HALF[0] + y * KEY_HALF[1] + z * KEY_HALF[2]) / long + (strand - 0.5) * 0.3
  return Math.max(0, 1 - skew * skew)
}

/** Hair without its colour. */
const GREY: Light = [0.54, 0.54, 0.56]

/** Grey comes strand by strand; where nearly all or none is grey, all are alike. */
function greyOf(grey: number, noise: number): number {
  return Math.max(0, Math.min(0.92, grey + (noise - 0.5) * 0.9 * Math.min(grey, 1.15 - grey)))
}

/** Between clumps it is dark, and the upper ones throw shadows on the lower. */
export function darkenHollows({ relief, width, height, scale }: Surface, light: Float32Array): void {
  const near = blurred(relief, width, height, Math.max(1, Math.round(4 * scale)))
  const far = blurred(relief, width, height, Math.max(1, Math.round(14 * scale)))
  const shift = Math.round(5 * scale) + Math.round(6 * scale) * width
  for (let at = 0; at < relief.length; at += 1) {
    const own = relief[at] ?? 0
    if (own === 0) continue
    const over = Math.max(0, (near[at] ?? 0) - own) * 0.07 + Math.max(0, (far[at - shift] ?? 0) - own) * 0.045
    const open = 1 / (1 + over * 1.3)
    for (let channel = 0; channel < 3; channel += 1)
      light[at * 3 + channel] = (light[at * 3 + channel] ?? 0) * open
  }
}
