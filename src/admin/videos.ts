import type { Command } from 'commander'

import { problem } from '../domain/error/errors.ts'
import type { StepState } from '../domain/health/operations.ts'
import type { OperatorsAdministration } from '../app/administration.ts'
import { print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

const TEMPORAL_AWAY = `Temporal does not answer, so nothing is known of the run of this video.
`

/** Adds the command `videos show`. */
export function addVideoCommands(program: Command, office: Office): void {
  program
    .command('videos')
    .description('Look at videos of all accounts.')
    .command('show')
    .description(
      'Show how far a video is, what is wrong with it, why it failed, and where its run is in the Temporal UI.',
    )
    .argument('<video-id>', 'vid_…')
    .option('--json', 'print JSON')
    .action((videoId: string, options: OutputOptions) =>
      office(async (administration) => {
        const seen = await administration.seeVideo(videoId)
        if (seen === null) throw problem('not_found', { message: `There is no video "${videoId}".` })
        const video = videoRow(seen, administration)
        const steps = (seen.run?.steps ?? []).map(stepRow)
        if (options.json === true) print(options, { ...video, steps })
        else {
          // One under the other: there are too many for a line.
          print(
            options,
            Object.entries(video).map(([what, value]) => ({ what, value })),
          )
          if (steps.length > 0) {
            process.stdout.write('\n')
            print(options, steps)
          }
        }
        if (!seen.runIsKnown) process.stderr.write(TEMPORAL_AWAY)
      }),
    )
}

type Seen = NonNullable<Awaited<ReturnType<OperatorsAdministration['seeVideo']>>>

function videoRow({ video, run, trouble }: Seen, { runPage }: Pick<OperatorsAdministration, 'runPage'>) {
  const { failure, known } = video
  return {
    id: video.videoId,
    account: video.accountId,
    account_name: video.accountName,
    title: video.title,
    status: video.status,
    stage: video.stage,
    progress: video.progress,
    created_at: video.createdAt.toISOString(),
    ended_at: video.endedAt?.toISOString() ?? null,
    trouble,
    failure_reason: failure?.reason ?? null,
    failure_cause: known?.cause ?? null,
    failure_step: known?.step ?? null,
    failure_worker: known?.worker ?? null,
    failure_detail: known?.detail ?? null,
    request_id: video.requestId,
    workflow_id: video.workflowId,
    run_url: runPage(video.workflowId, run?.runId ?? null),
  }
}

function stepRow({ name, attempt, isStarted, since, lastFailure, cause, worker }: StepState) {
  return {
    step: name,
    attempt,
    started: isStarted,
    since: since.toISOString(),
    worker,
    cause,
    last_failure: lastFailure,
  }
}
