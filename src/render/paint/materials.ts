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
