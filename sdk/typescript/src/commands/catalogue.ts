import type { Command } from '../command-line/command.ts'
import { table } from '../command-line/output.ts'

/** `presenters`: who can present a video. */
export const presenters: Command = {
  name: 'presenters',
  about: 'List presenters',
  async run({ client, output, limit }) {
    const shown = await client().presenters.list(limit)
    output.show(
      shown,
      table(shown.data.map(({ id, name, gender, language }) => [id, name, gender, language])),
    )
  },
}

/** `voices`: the voices that a video can be spoken in. */
export const voices: Command = {
  name: 'voices',
  about: 'List voices',
  async run({ client, output, limit }) {
    const shown = await client().voices.list(limit)
    output.show(
      shown,
      table(
        shown.data.map(({ id, name, gender, language, quality }) => [id, name, gender, language, quality]),
      ),
    )
  },
}
