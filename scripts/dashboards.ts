/** Writes the dashboards of Grafana into `deploy/grafana`, from `scripts/support/dashboards`: `npm run dashboards`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { dashboardFiles, DASHBOARDS_FOLDER } from './support/dashboards/dashboards.ts'

await mkdir(DASHBOARDS_FOLDER, { recursive: true })
for (const [name, text] of dashboardFiles()) await writeFile(join(DASHBOARDS_FOLDER, name), text)
