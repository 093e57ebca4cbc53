import { PictureRefused } from '../domain/picture/remote-picture.ts'

/** The refusal of a file that cannot be trusted to be what it says, or that no decoder understands. */
export function damaged(): PictureRefused {
  return new PictureRefused('The image file is damaged.')
}

/** The refusal of a picture of several frames: a background stands still, and nobody said which one is meant. */
export function animated(): PictureRefused {
  return new PictureRefused('The image is animated. Link to a still image.')
}

/** The refusal of a picture whose decoding was stopped by the bound on memory. */
export function tooMuchMemory(): PictureRefused {
  return new PictureRefused('Decoding the image takes too much memory.')
}
