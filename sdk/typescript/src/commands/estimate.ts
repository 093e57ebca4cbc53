import type { Command, Input } from '../command-line/command.ts'
import { SCRIPT_OPTIONS, videoOf } from '../command-line/script-options.ts'
import type { CreateVideo } from '../index.ts'

/** `estimate`: what a video would cost, free of charge. */
export const estimate: Command = {
  name: 'estimate',
  about: 'Say how long a video would be, what it would cost, and what would be refused',
  argument: 'SCRIPT',
  options: SCRIPT_OPTIONS,
  run: (input) => showEstimate(input, videoOf(input)),
}

/** Asks what a video would cost, and shows it. */
export async function showEstimate({ client, output, limit }: Input, video: CreateVideo): Promise<void> {
  const estimated = await client().videos.estimate(video, limit)
  const { expected_duration_seconds: length, video_seconds: cost, remaining_video_seconds: left } = estimated
  const refused = estimated.would_be_refused.map(
    ({ code, message }) => `Would be refused (${code}): ${message}`,
  )
  const price = cost === null ? [] : [`About ${length} seconds. At most ${cost} of ${left} are charged.`]
  output.show(estimated, [...price, ...refused].join('\n'))
}
