import { Option } from 'commander'
import type { Command } from 'commander'

import { problem } from '../domain/errors.ts'
import type { Twin, TwinStatus } from '../domain/twin.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

interface CreateOptions extends OutputOptions {
  readonly account: string
  readonly name: string
  readonly look: string
  readonly voice: string
  readonly status: TwinStatus
  readonly unusable?: boolean
}

/** `twins create | list | set-status | delete`. */
export function addTwinCommands(program: Command, office: Office): void {
  const twins = program.command('twins').description('Digital twins: people of an account as presenters.')
  addCreate(twins, office)
  addList(twins, office)
  addSetStatus(twins, office)
  addDelete(twins, office)
}

function addCreate(twins: Command, office: Office): void {
  twins
    .command('create')
    .description('Make a twin that borrows the look of a stock presenter.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--name <name>', 'name of the person, shown in videos')
    .requiredOption('--look <presenter>', 'stock presenter that draws it, for example maya')
    .requiredOption('--voice <voice>', 'its saved voice, for example flite:slt; see voices catalogue')
    .addOption(statusOption().default('ready'))
    .option('--unusable', 'may be seen but not used in videos')
    .option('--json', 'print JSON')
    .action((options: CreateOptions) =>
      office(async (administration) => {
        const { id: accountId } = await findAccount(administration, options.account)
        const twin = await administration.createTwin({
          accountId,
          name: options.name,
          presenterId: options.look,
          engineVoiceId: options.voice,
          status: options.status,
          usableInVideos: options.unusable !== true,
        })
        print(options, twinRow(twin))
      }),
    )
}

function addList(twins: Command, office: Office): void {
  twins
    .command('list')
    .description('All twins.')
    .option('--account <account>', 'only those of the account with this id or e-mail address')
    .option('--json', 'print JSON')
    .action((options: { account?: string } & OutputOptions) =>
      office(async (administration) => {
        const { account: named } = options
        const account = named === undefined ? undefined : await findAccount(administration, named)
        print(options, (await administration.twins.list(account?.id)).map(twinRow))
      }),
    )
}

function addSetStatus(twins: Command, office: Office): void {
  twins
    .command('set-status')
    .description('Say how far a twin is, and whether videos may use it.')
    .argument('<twin-id>', 'twn_…, from twins list')
    .addOption(statusOption().makeOptionMandatory())
    .option('--unusable', 'may be seen but not used in videos')
    .option('--json', 'print JSON')
    .action((twinId: string, options: { status: TwinStatus; unusable?: boolean } & OutputOptions) =>
      office(async ({ twins: store }) => {
        const twin = await store.setStatus(twinId, options.status, options.unusable !== true)
        if (!twin) throw noTwin(twinId)
        print(options, twinRow(twin))
      }),
    )
}

function addDelete(twins: Command, office: Office): void {
  twins
    .command('delete')
    .description('Delete a twin; videos that were accepted before are still made.')
    .argument('<twin-id>', 'twn_…, from twins list')
    .option('--json', 'print JSON')
    .action((twinId: string, options: OutputOptions) =>
      office(async ({ twins: store }) => {
        if (!(await store.delete(twinId))) throw noTwin(twinId)
        print(options, { id: twinId, deleted: true })
      }),
    )
}

function statusOption(): Option {
  return new Option('--status <status>', 'how far it is').choices(['building', 'ready'])
}

function noTwin(twinId: string) {
  return problem('not_found', { message: `There is no twin "${twinId}".` })
}

function twinRow(twin: Twin): object {
  return {
    id: twin.id,
    account: twin.accountId,
    name: twin.name,
    status: twin.status,
    usable_in_videos: twin.usableInVideos,
    look: twin.look?.presenterId ?? null,
    voice: twin.voice?.engineVoiceId ?? null,
    created_at: twin.createdAt.toISOString(),
  }
}
