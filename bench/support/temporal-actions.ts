/** How many Actions of each kind a Temporal server has counted. */
export type TemporalActions = ReadonlyMap<string, number>

/** Reads the server's own metric, in the form of Prometheus. */
export async function readActions(url: string): Promise<TemporalActions> {
  const text = await (await fetch(url)).text()
  const counts = new Map<string, number>()
  for (const [, kind = '', count] of text.matchAll(/^action\{.*action_type="([^"]*)".*\} (\S+)$/gmu))
    counts.set(kind, (counts.get(kind) ?? 0) + Number(count))
  return counts
}

/** What was counted between two readings, without kinds of which there was none. */
export function actionsBetween(before: TemporalActions, after: TemporalActions): TemporalActions {
  const changed = [...after].map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)] as const)
  return new Map(changed.filter(([, count]) => count > 0))
}

/** Actions of all kinds. */
export function allActions(counts: TemporalActions): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
