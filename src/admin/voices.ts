import type { Command } from 'commander'

import { problem } from '../domain/error/errors.ts'
import type { StarredVoice } from '../domain/speech/voice.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** Adds the commands `voices catalogue | list | star | unstar`. */
export function addVoiceCommands(program: Command, office: Office): void {
  const voices = program
    .command('voices')
    .description('Manage the starred voices of an account, which its requests can use.')

  voices
    .command('catalogue')
    .description('List all voices that can be starred.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ voiceCatalogue }) =>
        print(
          options,
          voiceCatalogue.map(({ id, name, gender, language }) => ({ id, name, gender, language })),
        ),
      ),
    )

  voices
    .command('list')
    .description('List the starred voices of an account.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .option('--json', 'print JSON')
    .action((options: { account: string } & OutputOptions) =>
      office(async (administration) => {
        const { id } = await findAccount(administration, options.account)
        print(options, (await administration.voices.list(id)).map(voiceRow))
      }),
    )

  voices
    .command('star')
    .description('Star a voice of the catalogue for an account.')
    .argument('<voice>', 'for example flite:slt, from "voices catalogue"')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .option('--json', 'print JSON')
    .action((engineVoiceId: string, options: { account: string } & OutputOptions) =>
      office(async (administration) => {
        const { id: accountId } = await findAccount(administration, options.account)
        print(options, voiceRow(await administration.starVoice({ accountId, engineVoiceId })))
      }),
    )

  voices
    .command('unstar')
    .description('Unstar a voice. If you star it again later, it keeps its id.')
    .argument('<voice-id>', 'voc_…, from voices list')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .option('--json', 'print JSON')
    .action((voiceId: string, options: { account: string } & OutputOptions) =>
      office(async (administration) => {
        const { id } = await findAccount(administration, options.account)
        if (!(await administration.voices.unstar(id, voiceId))) {
          throw problem('not_found', { message: `The account has not starred "${voiceId}".` })
        }
        print(options, { id: voiceId, starred: false })
      }),
    )
}

function voiceRow(voice: StarredVoice): object {
  return {
    id: voice.id,
    voice: voice.engineVoiceId,
    name: voice.name,
    gender: voice.gender,
    language: voice.language,
  }
}
