import { mixed } from '../paint/colour.ts'
import { luminance } from '../paint/colour.ts'

/** Skin with the tones that the studio's light gives it. */
export function skinTones<Skin extends { readonly tone: string; readonly blush?: string | undefined }>(
  skin: Skin,
) {
  const dark = 1 - luminance(skin.tone)
  const blush = skin.blush ?? mixed(skin.tone, '#c8362c', 0.3)
  const warmShade = mixed(skin.tone, '#8a2f14', 0.22)
  return {
    ...skin,
    // Blood shows less through dark skin.
    blush: mixed(blush, skin.tone, Math.max(0, dark - 0.45) * 0.9),
    light: mixed(skin.tone, '#fff1e2', 0.34 - dark * 0.1),
    base: skin.tone,
    shade: mixed(warmShade, '#1c0a08', 0.22),
    deep: mixed(warmShade, '#140606', 0.56),
  }
}

/** Lips: the lower one in the light, the body, the line between. */
export function lipTones<Lips extends { readonly colour: string }>({ colour, ...lips }: Lips) {
  return {
    ...lips,
    light: mixed(colour, '#ffd9cf', 0.16),
    base: colour,
    dark: mixed(mixed(colour, '#5a0f14', 0.45), '#0a0203', 0.42),
  }
}

/** Hair from the root to its gloss. */
export function hairTones<Hair extends { readonly colour: string; readonly highlight?: string | undefined }>({
  colour,
  highlight,
  ...hair
}: Hair) {
  const bright = luminance(colour)
  const light = highlight ?? mixed(colour, '#c08450', 0.1 + Math.min(0.2, bright * 2.2))
  return {
    ...hair,
    root: mixed(colour, '#080404', 0.55),
    base: colour,
    light,
    gloss: mixed(light, '#fff0dc', 0.24 + Math.min(0.2, bright * 1.5)),
  }
}

/** Cloth in the light, as it is, and in its folds. */
export function clothTones(colour: string) {
  return {
    light: mixed(colour, '#ffffff', 0.22),
    base: colour,
    dark: mixed(mixed(colour, '#0b1024', 0.3), '#05060c', 0.36),
    shade: mixed(mixed(colour, '#5a5f7a', 0.24), '#101426', 0.14),
  }
}

/** A set with its dark accents, and the light that it throws on the presenter's rim. */
export function setTones<Set extends { readonly brand: string }>(set: Set) {
  return { ...set, brandDark: clothTones(set.brand).dark, rim: mixed(set.brand, '#dfe8ff', 0.6) }
}
