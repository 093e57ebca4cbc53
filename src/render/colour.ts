/** A colour by its amounts of light, each 0 to 1 and beyond for highlights; not what files hold. */
export type Light = readonly [red: number, green: number, blue: number]

/** Amounts of light of a `#rrggbb` colour (IEC 61966-2-1). */
export function lightOf(colour: string): Light {
  const value = Number.parseInt(colour.slice(1), 16)
  return [linear(value >> 16), linear((value >> 8) & 255), linear(value & 255)]
}

function linear(byte: number): number {
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

/** The `#rrggbb` colour of amounts of light. */
export function hexOf([red, green, blue]: Light): string {
  return `#${[red, green, blue].map((amount) => byteOf(amount).toString(16).padStart(2, '0')).join('')}`
}

/** Light on the way from one to another. */
export function mixedLight(from: Light, to: Light, share: number): Light {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
}

/** How light a colour is seen, 0 black to 1 white (relative luminance of WCAG 2.2). */
export function luminance(colour: string): number {
  const [red, green, blue] = lightOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
