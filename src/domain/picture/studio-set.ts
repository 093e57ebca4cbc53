/** A studio set that any presenter can appear in. */
export interface StudioSet {
  /** For example `library`. */
  readonly id: string
  readonly name: string
  /** What the set looks like, in one sentence. */
  readonly description: string
  /** The room that is drawn. */
  readonly room: 'office' | 'library' | 'loft' | 'studio' | 'lounge'
  /** The tint of the walls, `#rrggbb`. */
  readonly wall: string
}
