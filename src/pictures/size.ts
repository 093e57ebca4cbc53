/** What a picture is by its own structure, and how large. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}
