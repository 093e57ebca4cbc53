import leven from 'leven'

/**
 * The one of our names that was probably meant by an unknown one, such as `presenter_id` by `presenterId`.
 *
 * @returns null when none resembles it: more than a third of its letters are others.
 */
export function nearestName(unknown: string, known: readonly string[]): string | null {
  const inOurStyle = unknown.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
  const [nearest] = known.toSorted((a, b) => leven(a, inOurStyle) - leven(b, inOurStyle))
  return nearest !== undefined && leven(nearest, inOurStyle) <= inOurStyle.length / 3 ? nearest : null
}

/** What to do about an unknown name: send the one that was meant, or nothing. */
export function adviceAbout(meant: string | null): string {
  return meant === null ? 'Remove it.' : `Did you mean "${meant}"?`
}
