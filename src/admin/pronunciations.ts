import type { Command } from 'commander'

import { problem } from '../domain/error/errors.ts'
import type { KeptPronunciation } from '../domain/speech/pronunciation.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

type Options = { account: string } & OutputOptions

/** Adds the commands `pronunciations list | set | remove`. */
export function addPronunciationCommands(program: Command, office: Office): void {
  const pronunciations = program
    .command('pronunciations')
    .description('Manage how words in the scripts of an account are pronounced.')

  pronunciations
    .command('list')
    .description('List the pronunciations of an account.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .option('--json', 'print JSON')
    .action((options: Options) =>
      office(async (administration) => {
        const { id } = await findAccount(administration, options.account)
        print(options, (await administration.pronunciations.list(id)).map(row))
      }),
    )

  pronunciations
    .command('set')
    .description('Set the pronunciation of a word for videos that are created from now on.')
    .argument('<word>', 'lower case matches any capitalization; with capitals it matches only that spelling')
    .argument('<say-as>', 'text to speak instead, for example "nwin"')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .option('--json', 'print JSON')
    .action((word: string, sayAs: string, options: Options) =>
      office(async (administration) => {
        const { id: accountId } = await findAccount(administration, options.account)
        print(options, row(await administration.setPronunciation({ accountId, word, sayAs })))
      }),
    )

  pronunciations
    .command('remove')
    .description('Remove the pronunciation of a word.')
    .argument('<word>', 'from pronunciations list')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .option('--json', 'print JSON')
    .action((word: string, options: Options) =>
      office(async (administration) => {
        const { id } = await findAccount(administration, options.account)
        if (!(await administration.pronunciations.remove(id, word))) {
          throw problem('not_found', { message: `The account has no pronunciation of "${word}".` })
        }
        print(options, { word, removed: true })
      }),
    )
}

function row({ word, sayAs, updatedAt }: KeptPronunciation): object {
  return { word, say_as: sayAs, updated_at: updatedAt.toISOString() }
}
