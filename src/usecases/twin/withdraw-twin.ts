import { problem } from '../../domain/error/errors.ts'
import { actorOf } from '../../domain/twin/twin-recording.ts'
import type { OpenedRecording } from '../../domain/twin/twin-recording.ts'
import type { Twin } from '../../domain/twin/twin.ts'
import type { Log } from '../../ports/process/log.ts'
import type { TwinRecordings } from '../../ports/twin/twin-recordings.ts'
import type { TwinRemovals } from '../../ports/twin/twin-removals.ts'
import type { TwinWorkflows } from '../../ports/twin/twin-workflows.ts'
import type { Acting } from '../../ports/twin/twins.ts'
import { notHere } from './not-here.ts'

/** The store of withdrawals, and what removes what is left. */
export interface WithdrawTwinPorts {
  readonly twinRemovals: Pick<TwinRemovals, 'withdraw' | 'withdrawRecording'>
  readonly twinRecordings: Pick<TwinRecordings, 'withdraws'>
  readonly twinWorkflows: Pick<TwinWorkflows, 'startTwinRemoval'>
  readonly log: Log
}

/** The person who withdraws a twin, and whether its finished videos stay. */
export interface WithdrawTwinInput extends Acting {
  readonly twinId: string
  readonly keepsVideos: boolean
}

/** Withdraws a twin: from now on nobody makes videos with it. Safe to repeat. @throws `not_found`. */
export type WithdrawTwin = (input: WithdrawTwinInput) => Promise<Twin>

/**
 * Takes back what was recorded: the twin, when its consent was given with this recording and is in force; else only what
 * this recording has made. Safe to repeat. @throws `not_found`.
 */
export type WithdrawRecording = (recording: OpenedRecording, keepsVideos: boolean) => Promise<Twin>

/** Withdrawing a twin. It holds from the moment it is written down, whether or not its files can be removed now. */
export function makeWithdrawTwin(ports: WithdrawTwinPorts): WithdrawTwin {
  return async ({ twinId, actor, personId, keepsVideos }) => {
    const twin = await ports.twinRemovals.withdraw(twinId, { actor, personId }, keepsVideos)
    if (twin === null) throw problem('not_found')
    await startRemoval(ports, twin)
    return twin
  }
}

/** Withdrawing by the link of a recording: by the browser that recorded, or by the link that was kept. */
export function makeWithdrawRecording(ports: WithdrawTwinPorts): WithdrawRecording {
  const { twinRemovals, twinRecordings } = ports
  return async (recording, keepsVideos) => {
    if (recording.access === 'look') {
      throw notHere('Nothing was recorded by this link.')
    }
    const withdraws = await twinRecordings.withdraws(recording.id)
    const twin = await twinRemovals.withdrawRecording(recording.id, actorOf(recording), keepsVideos)
    if (twin === null) throw problem('not_found')
    if (withdraws === 'nothing' && twin.state !== 'withdrawn') {
      throw notHere('Another recording has taken the place of this one: only its link withdraws the twin.')
    }
    await startRemoval(ports, twin)
    return twin
  }
}

async function startRemoval({ twinWorkflows, log }: WithdrawTwinPorts, twin: Twin): Promise<void> {
  const { accountId, id: twinId } = twin
  await twinWorkflows.startTwinRemoval({ accountId, twinId }).catch((error: unknown) => {
    // Its key is gone already; housekeeping removes the rest, as it does what belongs to a renewal.
    log.warn({ error, twinId }, 'removal of a withdrawn twin is left to housekeeping')
  })
}
