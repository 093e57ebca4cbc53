import { readConfig } from '../config/config.ts'
import { findRunningTemporal } from '../embedded/temporal-server.ts'
import { createLog } from '../process/log.ts'
import { temporalServer } from '../temporal/connection.ts'
import { openReleases } from '../temporal/releases.ts'
import type { Releases } from '../temporal/releases.ts'

/** Runs the work of a command with the releases of this installation. They need no database. */
export async function withReleases(work: (releases: Releases) => Promise<void>): Promise<void> {
  const config = readConfig()
  const address = config.temporalAddress ?? (await findRunningTemporal(config.dataDir))
  if (address === null)
    throw new Error('Temporal is not running: set TEMPORAL_ADDRESS, or start the service.')
  const log = createLog({ level: 'silent' })
  const releases = openReleases(temporalServer(address, config), config.deploymentName, log)
  try {
    await work(releases)
  } finally {
    await releases.close()
  }
}
