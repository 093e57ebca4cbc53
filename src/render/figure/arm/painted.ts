import type { Canvas } from '@napi-rs/canvas'
import type { Surface } from '../../paint/surface.ts'

/** A lit piece of an arm, and the surface that says where it is laid. */
export interface Painted {
  readonly surface: Surface
  readonly canvas: Canvas
}
