import type { Command } from '../command-line/command.ts'
import { checkOutput, finish, FINISH_OPTIONS, videoText } from '../command-line/finish.ts'

/** `get`: a video with fresh links, waited for and saved where that is wanted. */
export const get: Command = {
  name: 'get',
  about: 'Retrieve a video; with --wait or -o, once it is ready',
  argument: 'ID',
  options: FINISH_OPTIONS,
  async run(input) {
    const { argument, client, output, limit, text, facts } = input
    checkOutput(input)
    facts['video_id'] = argument
    const video = await finish(input, await client().videos.get(argument, limit))
    output.show(video, videoText(video, text('output')))
  },
}
