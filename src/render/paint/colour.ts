/** A colour by its amounts of light, each 0 to 1 and beyond for highlights; not what files hold. */
export type Light = readonly [red: number, green: number, blue: number]

/** Amounts of light of a `#rrggbb` colour (IEC 61966-2-1). */
export function lightOf(colour: string): Light {
  const value = Number.parseInt(colour.slice(1), 16)
  return [lightOfByte(value >> 16), lightOfByte((value >> 8) & 255), lightOfByte(value & 255)]
}

/** The amount of light of one channel's byte. */
export function lightOfByte(byte: number): number {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

const STEPS = 4096

/** Bytes by amount of light in fine steps: looking up is ten times faster than raising to a power. */
const BYTES = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, step) => {
  const amount = step / STEPS
  return 255 * (amount <= 0.0031308 ? amount * 12.92 : 1.055 * amount ** (1 / 2.4) - 0.055)
})

/** Highlights from here on are bent, so that they pass into white without a step. */
const SHOULDER = 0.72

/** The byte of an amount of light. */
export function byteOf(amount: number): number {
  const bent =
    amount <= SHOULDER
      ? amount
      : SHOULDER + (1 - SHOULDER) * (1 - Math.exp((SHOULDER - amount) / (1 - SHOULDER)))
  return BYTES[Math.max(0, Math.min(STEPS, Math.round(bent * STEPS)))] ?? 0
}

/** How light a colour is seen, 0 black to 1 white (relative luminance of WCAG 2.2). */
export function luminance(colour: string): number {
  return luminanceOf(lightOf(colour))
}

/** The same of an amount of light. */
export function luminanceOf([red, green, blue]: Light): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * How different two colours are seen, by hue as well as by value: 0 the same, 1 black and white
 * (distance in Oklab, Ottosson 2020).
 */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [oklab(lightOf(one)), oklab(lightOf(other))]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function oklab([red, green, blue]: Light): Light {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

/** A colour on the way from one `#rrggbb` to another. */
export function mixed(from: string, to: string, share: number): string {
  const [a, b] = [Number.parseInt(from.slice(1), 16), Number.parseInt(to.slice(1), 16)]
  const part = Math.min(1, Math.max(0, share))
  const channel = (shift: number) => {
    const [low, high] = [(a >> shift) & 255, (b >> shift) & 255]
    return Math.round(low + (high - low) * part)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(16)}${channel(8)}${channel(0)}`
}

/** A `#rrggbb` colour made see-through. */
export function faded(colour: string, strength: number): string {
  const value = Number.parseInt(colour.slice(1), 16)
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${strength})`
}
