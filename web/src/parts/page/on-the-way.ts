/**
 * What an element says that holds the place of something that has not come yet. The role belongs to it: without one, a
 * name of an element is prohibited (WAI-ARIA 1.2, section 5.2.8.6) and not read out.
 *
 * @param what is on its way, such as `your videos`; absent: only that something is.
 */
export function onTheWay(what?: string) {
  return {
    role: 'status',
    'aria-busy': true,
    'aria-label': what === undefined ? 'Loading' : `Loading ${what}`,
  } as const
}
