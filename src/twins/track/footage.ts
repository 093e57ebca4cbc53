import { openFilm } from '../decode/open-film.ts'
import type { FootageSize, Planes } from '../decode/picture.ts'

/**
 * Reads a film as footage: at the rate of tracks, upright, in one size, in the colours of finished videos. Its frames
 * are those of the film's track.
 *
 * @param use is given each frame in order, and says whether it wants another.
 */
export async function readFootage(
  file: string,
  { width, height }: FootageSize,
  use: (planes: Planes, frame: number) => Promise<boolean>,
): Promise<void> {
  let frame = 0
  for await (const part of openFilm({ file, want: 'footage', width, height })) {
    if (part.kind !== 'planes') continue
    for (const last = frame + part.frames; frame < last; frame += 1)
      if (!(await use(part.picture, frame))) return
  }
}
