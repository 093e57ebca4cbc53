import type { MakingFailure } from '../../domain/video/making-failure.ts'

/** A failure that no retry can fix: an unknown presenter, a timeline that is none, segments that do not fit. */
export class RenderImpossible extends Error {
  override readonly name = 'RenderImpossible' satisfies MakingFailure
}
