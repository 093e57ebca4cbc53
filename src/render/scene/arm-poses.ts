import { nextStamp } from '../paint/piece.ts'
import type { Bitmap, Raster } from '../../raster/raster.ts'
import type { Pixels } from '../paint/layer.ts'

/** A part of an arm in a pose, as it is laid. */
export interface ArmBitmap {
  readonly bitmap: Bitmap
  readonly stamp: number
  /** Pixels from the elbow to the corner. */
  readonly left: number
  readonly top: number
}

/** Parts of arms in their poses, for all framings of a presenter: those used last, within a bound of memory. */
export interface ArmPoses {
  /** The part of a key. @param paint makes it. */
  get(key: string, paint: () => Pixels): ArmBitmap
}

/**
 * What a presenter's arms take: a minute's poses of a 720-line picture. A process has two presenters at most. Others are
 * read from the sprite store, which takes some milliseconds.
 */
const MOST_BYTES = 28 * 1024 * 1024

/** Two parts of two arms are in a picture at the same time. */
const IN_PICTURE = 4

/** Each size has so many places, however rare it was when the memory was filled. */
const LEAST_PLACES = 2

/** Memory of one size: what one bitmap gives back serves those of nearly its size alone. */
interface Shelf {
  places: number
  used: number
}

/**
 * Keeps the poses that were used last, of each size by itself.
 *
 * @param mostBytes of memory; each size of bitmaps may go beyond it by a few.
 */
export function createArmPoses(raster: Raster, mostBytes: number = MOST_BYTES): ArmPoses {
  // A map remembers the order of insertion: the first key is the one used longest ago.
  const kept = new Map<string, ArmBitmap & { readonly shelf: Shelf }>()
  const shelves = new Map<number, Shelf>()
  let taken = 0

  const shelfFor = (width: number, height: number): Shelf => {
    const size = raster.sizeOf(width, height)
    const shelf = shelves.get(size) ?? { places: 0, used: 0 }
    shelves.set(size, shelf)
    if (shelf.places >= LEAST_PLACES && taken + size > mostBytes) makePlace(shelf)
    if (shelf.used === shelf.places) {
      shelf.places += 1
      taken += size
    }
    shelf.used += 1
    return shelf
  }
  const makePlace = (shelf: Shelf): void => {
    let others = kept.size - IN_PICTURE
    for (const [key, { bitmap, shelf: its }] of kept) {
      if (shelf.used < shelf.places || others <= 0) return
      others -= 1
      if (its !== shelf) continue
      kept.delete(key)
      raster.free(bitmap)
      shelf.used -= 1
    }
  }
  const loaded = ({ rgba, width, height, left, top }: Pixels) => {
    const shelf = shelfFor(width, height)
    const bitmap = raster.load(rgba, width, height)
    return { bitmap, stamp: nextStamp(), left, top, shelf }
  }
  return {
    get(key, paint) {
      const known = kept.get(key)
      if (known) kept.delete(key)
      const pose = known ?? loaded(paint())
      kept.set(key, pose)
      return pose
    },
  }
}
