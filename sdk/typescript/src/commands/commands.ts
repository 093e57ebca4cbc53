import type { Command } from '../command-line/command.ts'
import { table } from '../command-line/output.ts'

/** `commands`: what there is, for programs and agents. @param all the others. */
export function commandsCommand(all: readonly Command[]): Command {
  return {
    name: 'commands',
    about: 'List all commands with their options',
    async run({ output }) {
      const data = all.map(({ name, about, argument = null, options = {} }) => ({
        name,
        about,
        argument,
        options: Object.entries(options).map(
          ([option, { value = null, short = null, isRepeated = false, ...one }]) => ({
            name: option,
            value,
            short,
            repeated: isRepeated,
            about: one.about,
          }),
        ),
      }))
      output.show({ data }, table(data.map(({ name, argument, about }) => [name, argument, about])))
    },
  }
}
