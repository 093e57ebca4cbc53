/** One page of a list, newest first. */
export interface Page<Item> {
  /** They may be fewer than were asked for, even none, although the list goes on. */
  readonly items: readonly Item[]
  /** The id of the entry after which the list goes on; null where it ends. */
  readonly nextBefore: string | null
}
