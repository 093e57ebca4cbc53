import type { StudioSet } from '../../domain/picture/studio-set.ts'
import type { Renderer } from '../../ports/video/renderer.ts'
import type { DrawStill } from '../../usecases/picture/draw-still.ts'

/** What requests about presenters, sets and stills need. */
export interface PicturePorts {
  readonly drawStill: DrawStill
  readonly renderer: Pick<Renderer, 'presenters'>
  /** The studio sets, in catalogue order. */
  readonly sets: readonly StudioSet[]
  /** Directory with the pictures of the sets, one folder per set. */
  readonly setsDir: string
  /** Directories with the pictures of presenters; each contains one folder per presenter. */
  readonly presentersDirs: readonly string[]
}
