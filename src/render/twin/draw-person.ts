import { blendPicture, copyPicture, createI420 } from '../../raster/i420.ts'
import { LANDMARKS } from '../../face/landmarks.ts'
import { COMPONENTS } from '../../face/mouth-model.ts'
import { matchColours } from './match-colours.ts'
import { createMesh, OUTLINE, VERTICES } from './mesh.ts'
import { openFilm } from './open-film.ts'
import { createPoser } from './pose-face.ts'
import { filterOf, seenIn, viewOn } from './view.ts'
import { drawWarp } from './warp.ts'
import type { TwinFootageFiles } from '../../domain/twin/twin-job.ts'
import type { FootagePlan, MouthLibrary, MouthModel } from '../../face/mouth-model.ts'
import type { I420Picture } from '../../raster/i420.ts'
import type { MeshPicture } from './match-colours.ts'
import type { Size } from './view.ts'
import type { WarpedMouth } from './warp.ts'

/** A person on film, who can be shown saying anything. */
export interface Person {
  /** Shows a frame of a plan: whole, in a picture of the person's size. */
  speak(plan: FootagePlan, frame: number, into: I420Picture): void
  /** Shows a frame of the base as it was filmed. */
  listen(baseFrame: number, into: I420Picture): void
  close(): Promise<void>
}

/** Key frames of the base are so near to each other that half as many frames hold what lies between two of them. */
const BASE_FRAMES_KEPT = 24

/** Where one stretch of the base goes over into another, both are followed. */
const BASE_PLACES = 2

/** A frame shows two mouths at most, and the inside of one more. */
const MOUTHS_KEPT = 4

/**
 * Opens a person's films.
 *
 * @param size of the pictures that are drawn: what of the footage has that shape is seen.
 */
export async function openPerson(
  model: MouthModel,
  { libraryFile, baseFile }: Pick<TwinFootageFiles, 'libraryFile' | 'baseFile'>,
  size: Size,
): Promise<Person> {
  const view = viewOn(model, size)
  const mesh = createMesh(model)
  const pose = createPoser(model)
  const base = await openFilm(baseFile, filterOf(view, model), BASE_FRAMES_KEPT, BASE_PLACES)
  const library = await openFilm(libraryFile, null, MOUTHS_KEPT)
  const from = new Float32Array(VERTICES * 2)
  const to = new Float32Array(VERTICES * 2)
  const grain = (view.across + view.down) / 2
  const mouthOf = (frame: number, face: MeshPicture, share: number): WarpedMouth => {
    const mouth = { picture: library.picture(frame), points: mouthPoints(model.library, frame) }
    return { ...mouth, share, offsets: matchColours(mesh, face, mouth, grain) }
  }
  let faded: I420Picture | null = null
  const speakOver = (baseFrame: number, plan: FootagePlan, frame: number, into: I420Picture): void => {
    const shape = plan.shapes.subarray(frame * COMPONENTS, (frame + 1) * COMPONENTS)
    const posed = pose(baseFrame, shape, plan.closure[frame] ?? 0)
    const face = { picture: base.picture(baseFrame), points: seenIn(view, posed.from, from) }
    const [partner = -1, share = 0] = [plan.partner[frame], plan.share[frame]]
    const mouth = mouthOf(plan.source[frame] ?? 0, face, 1 - share)
    copyPicture(face.picture, into)
    const warp = { face, share: mesh.share, to: seenIn(view, posed.to, to) }
    const mouths = partner < 0 ? ([mouth] as const) : ([mouth, mouthOf(partner, face, share)] as const)
    drawWarp(into, { ...warp, mouths, triangles: mesh.triangles })
    if (plan.inside < 0) return
    const triangles = openPart(mesh.inside, to)
    drawWarp(into, { ...warp, mouths: [mouthOf(plan.inside, face, 1)], triangles })
  }
  return {
    speak(plan, frame, into) {
      speakOver(plan.base[frame] ?? 0, plan, frame, into)
      const [leaving = -1, share = 0] = [plan.leaving[frame], plan.leavingShare[frame]]
      if (leaving < 0) return
      faded ??= createI420(view.width, view.height)
      speakOver(leaving, plan, frame, faded)
      blendPicture(faded, into, share)
    },
    listen(baseFrame, into) {
      copyPicture(base.picture(baseFrame), into)
    },
    async close() {
      await base.close()
      await library.close()
    },
  }
}

/** Lips that are nearer to each other have nothing between them: teeth would be a white thread. Pixels. */
const LEAST_OPEN = 1.5

/** The triangles of the inside of a mouth that are high enough for something to be seen there. */
function openPart(inside: Uint16Array, points: Float32Array): Uint16Array {
  return inside.filter((_, place) => {
    const [a = 0, b = 0, c = 0] = inside.subarray(place - (place % 3))
    const at = (vertex: number, axis: number): number => points[2 * vertex + axis] ?? 0
    const [bx, by, cx, cy] = [
      at(b, 0) - at(a, 0),
      at(b, 1) - at(a, 1),
      at(c, 0) - at(a, 0),
      at(c, 1) - at(a, 1),
    ]
    const width = Math.max(bx, cx, 0) - Math.min(bx, cx, 0)
    return Math.abs(bx * cy - cx * by) > LEAST_OPEN * width
  })
}

/** Where the vertices are in a recorded mouth. Those around the jaw are not: nothing of it is seen there. */
function mouthPoints({ points, corners }: MouthLibrary, frame: number): Float32Array {
  const [left, top] = [corners[2 * frame] ?? 0, corners[2 * frame + 1] ?? 0]
  const face = points.subarray(frame * LANDMARKS * 2, (frame + 1) * LANDMARKS * 2)
  const placed = new Float32Array(VERTICES * 2)
  face.forEach((value, place) => {
    placed[place] = value - (place % 2 === 0 ? left : top)
  })
  OUTLINE.forEach((point, index) => {
    placed.set(placed.subarray(2 * point, 2 * point + 2), 2 * (LANDMARKS + index))
  })
  return placed
}
