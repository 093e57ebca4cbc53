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

/** Adds the commands `twins create | list | set-status | delete`. */
export function addTwinCommands(program: Command, office: Office): void {
  const twins = program.command('twins').description('Manage digital twins.')
  addCreate(twins, office)
  addList(twins, office)
  addSetStatus(twins, office)
  addDelete(twins, office)
}

function addCreate(twins: Command, office: Office): void {
  twins
    .command('create')
    .description('Create a twin that uses the look of a stock presenter.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--name <name>', 'name of the person, shown in videos')
    .requiredOption('--look <presenter>', 'stock presenter whose look the twin uses, for example maya')
    .requiredOption(
      '--voice <voice>',
      'saved voice of the twin, for example flite:slt; see "voices catalogue"',
    )
    .addOption(statusOption().default('ready'))
    .option('--unusable', 'list the twin, but do not allow it in videos')
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
    .description('List twins.')
    .option('--account <account>', 'show only this account, given by its id or email address')
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
    .description('Set the status of a twin, and whether videos may use it.')
    .argument('<twin-id>', 'twn_…, from twins list')
    .addOption(statusOption().makeOptionMandatory())
    .option('--unusable', 'list the twin, but do not allow it in videos')
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
    .description('Delete a twin. Videos that were already accepted are still made.')
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
  return new Option('--status <status>', 'status of the twin').choices(['building', 'ready'])
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
