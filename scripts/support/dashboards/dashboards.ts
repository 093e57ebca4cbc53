import { CUSTOMERS } from './customers.ts'
import { MACHINES } from './machines.ts'
import { dashboardOf } from './panels.ts'
import type { Page } from './panels.ts'

/** Where the files of the dashboards are. */
export const DASHBOARDS_FOLDER = 'deploy/grafana'

/** Both pages of graphs. */
const PAGES: readonly Page[] = [CUSTOMERS, MACHINES]

/** The files that Grafana imports, by their names. */
export function dashboardFiles(): Map<string, string> {
  return new Map(
    PAGES.map((page) => [`${page.uid}.json`, `${JSON.stringify(dashboardOf(page), null, 2)}\n`] as const),
  )
}

/** Every expression of the dashboards, once. */
export function dashboardExpressions(): string[] {
  const graphs = PAGES.flatMap(({ sections }) => sections).flatMap((section) => section.graphs)
  return [...new Set(graphs.flatMap(({ lines }) => Object.values(lines)))]
}
