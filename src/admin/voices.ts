import type { Command } from 'commander'

import { problem } from '../domain/errors.ts'
import type { StarredVoice } from '../domain/voice.ts'
import { print } from './office.ts'
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
    .requiredOption('--account <id>', 'account id, acc_…')
    .option('--json', 'print JSON')
    .action((options: { account: string } & OutputOptions) =>
      office(async ({ voices: store }) => print(options, (await store.list(options.account)).map(voiceRow))),
    )

  voices
    .command('star')
    .description('Let an account’s requests name a voice of the catalogue.')
    .argument('<voice>', 'for example flite:slt, from voices catalogue')
    .requiredOption('--account <id>', 'account id, acc_…')
    .option('--json', 'print JSON')
    .action((engineVoiceId: string, options: { account: string } & OutputOptions) =>
      office(async ({ starVoice }) =>
        print(options, voiceRow(await starVoice({ accountId: options.account, engineVoiceId }))),
      ),
    )

  voices
    .command('unstar')
    .description('Take a voice away from an account’s requests; starred again, it has the same id.')
    .argument('<voice-id>', 'voc_…, from voices list')
    .requiredOption('--account <id>', 'account id, acc_…')
    .option('--json', 'print JSON')
    .action((voiceId: string, options: { account: string } & OutputOptions) =>
      office(async ({ voices: store }) => {
        if (!(await store.unstar(options.account, voiceId))) {
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
