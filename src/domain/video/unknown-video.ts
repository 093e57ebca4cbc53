/**
 * A video is to be ended that there is no row of, nor ever was by what the database knows: it was restored to a time before
 * the video was accepted. Nothing is held for it, and nobody can be told.
 */
export class UnknownVideo extends Error {
  override readonly name = 'UnknownVideo'
}
