/** A set that any presenter can stand in. */
export interface StudioSet {
  /** For example `library`. */
  readonly id: string
  readonly name: string
  /** What there is to be seen, in a sentence. */
  readonly description: string
  /** The room that is painted. */
  readonly room: 'office' | 'library' | 'loft' | 'studio' | 'lounge'
  /** `#rrggbb`, what its walls are tinted with. */
  readonly wall: string
}
