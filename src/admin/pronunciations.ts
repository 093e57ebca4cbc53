import type { Command } from 'commander'

import { problem } from '../domain/errors.ts'
import type { KeptPronunciation } from '../domain/pronunciation.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

type Options = { account: string } & OutputOptions

/** `pronunciations list | set | remove`. */
export function addPronunciationCommands(program: Command, office: Office): void {
  const pronunciations = program
    .command('pronunciations')
    .description('How words of an account’s scripts are said.')

  pronunciations
    .command('list')
    .description('An account’s pronunciations.')
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
    .description('Say a word so in videos that are created from now on.')
    .argument('<word>', 'in small letters for all ways to write it, with capitals only for itself')
    .argument('<say-as>', 'what is said instead, for example "nwin"')
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
    .description('Say a word as it is written again.')
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
