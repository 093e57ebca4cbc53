/** The release whose workers begin new work, where releases run side by side. */
export interface CurrentRelease {
  /** Null: workers that are of no release. */
  readonly buildId: string | null
}

/** Whether a worker begins new work. @param current null while it is not known: then every worker may. */
export function beginsNewWork(
  worker: { readonly buildId: string | null },
  current: CurrentRelease | null,
): boolean {
  return current === null || worker.buildId === current.buildId
}
