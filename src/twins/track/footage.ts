import { withPictures } from './film.ts'
import { filtered, shown } from './pictures.ts'
import { uprightFilters } from './upright.ts'
import type * as NodeAv from 'node-av'

/** A picture in I420, its planes one after another without gaps. */
export type Planes = Uint8Array

/** The size of footage: even numbers. */
export interface FootageSize {
  readonly width: number
  readonly height: number
}

/**
 * Reads a film as footage: at the rate of tracks, upright, in one size, in the colours of finished videos. Its frames
 * are those of the film's track.
 *
 * @param use is given each frame in order, and says whether it wants another.
 */
export async function readFootage(
  file: string,
  size: FootageSize,
  use: (planes: Planes, frame: number) => Promise<boolean>,
): Promise<void> {
  await withPictures(file, async (film) => {
    const colours = createColours(film.av, size)
    let frame = 0
    try {
      for await (const { picture, frames } of shown(film, colours.planesOf))
        for (const last = frame + frames; frame < last; frame += 1) if (!(await use(picture, frame))) return
    } finally {
      colours.close()
    }
  })
}

/** Brings frames to the size and the colours of footage. */
function createColours(av: typeof NodeAv, { width, height }: FootageSize) {
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
