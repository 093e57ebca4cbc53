/** One picture of a film as it is looked at: its brightness at full size, its colours at a smaller one. */
export interface Picture {
  /** Width × height of the footage: 0 to 255. */
  readonly luma: Uint8Array
  readonly width: number
  readonly height: number
  readonly small: SmallPicture
}

/** Red, green and blue of each pixel, row by row: as large as faces are looked for in. */
export interface SmallPicture {
  readonly rgb: Uint8Array
  readonly width: number
  readonly height: number
}

/** A picture in I420, its planes one after another without gaps. */
export type Planes = Uint8Array

/** The size of footage: even numbers. */
export interface FootageSize {
  readonly width: number
  readonly height: number
}
