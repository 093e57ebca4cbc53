import type { Command } from '../command-line/command.ts'

/** `delete`: a video and its files. */
export const deleteCommand: Command = {
  name: 'delete',
  about: 'Delete a video and its files; what is still being made is stopped and not charged',
  argument: 'ID',
  async run({ argument, client, output, limit }) {
    const deleted = await client().videos.delete(argument, limit)
    output.show(deleted, `${deleted.id} is deleted`)
  },
}
