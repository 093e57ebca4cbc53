import type { Command } from 'commander'

import { problem } from '../domain/errors.ts'
import type { StarredVoice } from '../domain/voice.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** `voices catalogue | list | star | unstar`. */
export function addVoiceCommands(program: Command, office: Office): void {
  const voices = program.command('voices').description('Voices that an account’s requests may name.')

  voices
    .command('catalogue')
    .description('All voices that can be starred.')
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
    .description('An account’s starred voices.')
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
    .description('Let an account’s requests name a voice of the catalogue.')
    .argument('<voice>', 'for example flite:slt, from voices catalogue')
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
    .description('Take a voice away from an account’s requests; starred again, it has the same id.')
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
