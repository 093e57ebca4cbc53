import { setTimeout as delay } from 'node:timers/promises'

import { invalidFields, problem } from '../../domain/error/errors.ts'
import { buildRetryOf } from '../../domain/twin/twin-failure.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { Log } from '../../ports/process/log.ts'
import type { TwinBuilds } from '../../ports/twin/twin-builds.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import type { Twins } from '../../ports/twin/twins.ts'
import type { RecordingRoom } from './recording-room.ts'

/** Stores for trying a build again. */
export interface RetryBuildPorts {
  readonly twins: Pick<Twins, 'find'>
  readonly twinBuilds: Pick<TwinBuilds, 'retry'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'startTwinBuild'>
  readonly recordingRoom: Pick<RecordingRoom, 'requireForBuild'>
  readonly clock: Clock
  readonly log: Log
}

/** A run ends within moments of its last step; a person waits for the answer. */
const MOST_STARTS = 20
const BETWEEN_STARTS_MS = 100

/**
 * Builds a twin again whose build failed by a fault of the machine. Safe to repeat.
 *
 * @throws `not_found`, and `invalid_request` with what to do when it cannot be built from what is there.
 */
export type RetryBuild = (input: {
  readonly accountId: string
  readonly twinId: string
  readonly personId: string
}) => Promise<Twin>

/** Trying a build again. The consent was given and the parts were accepted: neither is asked for anew. */
export function makeRetryBuild(ports: RetryBuildPorts): RetryBuild {
  const { twins, twinBuilds, twinWorkflows, clock, log } = ports
  async function find(accountId: string, twinId: string): Promise<Twin> {
    const twin = await twins.find(accountId, twinId)
    if (twin === null) throw problem('not_found')
    return twin
  }
  return async ({ accountId, twinId, personId }) => {
    const twin = await find(accountId, twinId)
    if (twin.state === 'building') return twin
    if (buildRetryOf(twin, clock()) === 'films_gone') {
      throw cannot('The films of this recording are no longer kept. Record it again.')
    }
    await ports.recordingRoom.requireForBuild(accountId)
    if (!(await twinBuilds.retry(twinId, { actor: 'account', personId }))) {
      throw cannot('This twin does not wait for another try.')
    }
    await startAnew(twinWorkflows, { accountId, twinId }).catch((error: unknown) => {
      // It is to be built from now on: housekeeping starts what could not be started here.
      log.warn({ error, twinId }, 'build of a twin is left to housekeeping')
    })
    return find(accountId, twinId)
  }
}

/** The run that failed writes so shortly before it ends: joined, it would build nothing. */
async function startAnew(
  { startTwinBuild }: RetryBuildPorts['twinWorkflows'],
  twin: { readonly accountId: string; readonly twinId: string },
): Promise<void> {
  for (let tries = 0; tries < MOST_STARTS; tries += 1) {
    if ((await startTwinBuild(twin)) === 'started') return
    await delay(BETWEEN_STARTS_MS)
  }
}

function cannot(message: string): Error {
  return invalidFields({ twin_id: { code: 'conflict', message } })
}
