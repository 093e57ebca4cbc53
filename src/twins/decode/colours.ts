import { filtered } from './pictures.ts'
import { uprightFilters } from './upright.ts'
import type * as NodeAv from 'node-av'
import type { FootageSize, Planes } from './picture.ts'

/** Brings frames to the size and the colours of footage. */
export function createColours(av: typeof NodeAv, { width, height }: FootageSize) {
  const colours = `scale=${width}:${height}:flags=area:out_color_matrix=bt709:out_range=limited,format=yuv420p`
  let filter: NodeAv.FilterAPI | null = null
  return {
    async planesOf(decoded: NodeAv.Frame): Promise<Planes> {
      filter ??= av.FilterAPI.create([...uprightFilters(av, decoded), colours].join(','))
      const frame = await filtered(filter, decoded)
      const planes = frame.toBuffer()
      frame.free()
      return planes
    },
    close: () => filter?.close(),
  }
}
