import type { Material } from './light.ts'

/** Light goes into skin and comes out red; that is the difference to painted wood. */
export const SKIN: Material = {
  wrap: [0.62, 0.36, 0.27],
  sheen: 0.1,
  gloss: 0.03,
  rim: 0.55,
  hollows: 0.75,
  grain: 0.035,
}

/** Clothes do not shine. */
export const CLOTH: Material = {
  wrap: [0.34, 0.32, 0.34],
  sheen: 0.035,
  gloss: 0,
  rim: 0.5,
  hollows: 0.9,
  grain: 0.05,
}

/** A strap of leather: nearly cloth, a little smoother. */
export const LEATHER: Material = {
  wrap: [0.3, 0.28, 0.26],
  sheen: 0.14,
  gloss: 0.05,
  rim: 0.4,
  hollows: 0.8,
  grain: 0.03,
}

/** Metal gives light back where it comes from, and is dark elsewhere. */
export const METAL: Material = {
  wrap: [0.16, 0.15, 0.14],
  sheen: 0.5,
  gloss: 0.6,
  rim: 0.6,
  hollows: 0.5,
  grain: 0,
}
