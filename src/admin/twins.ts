import { Option } from 'commander'
import type { Command } from 'commander'

import { problem } from '../domain/error/errors.ts'
import type { Twin, TwinStatus } from '../domain/twin/twin.ts'
import type { Acting, Twins } from '../ports/twin/twins.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

interface CreateOptions extends OutputOptions {
  readonly account: string
  readonly name: string
  readonly look: string
  readonly voice: string
  readonly status: TwinStatus
  readonly switchedOff?: boolean
}

/** Adds the commands `twins create | list | show | switch-off | switch-on | withdraw | delete | reviews | review`. */
export function addTwinCommands(program: Command, office: Office): void {
  const twins = program.command('twins').description('Manage digital twins.')
  addCreate(twins, office)
  addList(twins, office)
  addShow(twins, office)
  addSwitch(twins, office, true)
  addSwitch(twins, office, false)
  addWithdraw(twins, office)
  addDelete(twins, office)
  addReviews(twins, office)
  addReview(twins, office)
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
    .option('--switched-off', 'list the twin, but do not allow it in videos')
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
          switchedOff: options.switchedOff === true,
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

function addShow(twins: Command, office: Office): void {
  twins
    .command('show')
    .description(
      'Show a twin with everything that happened to it, and whether its consents are as they were given.',
    )
    .argument('<twin-id>', 'twn_…, from twins list')
    .option('--json', 'print JSON')
    .action((twinId: string, options: OutputOptions) =>
      office(async ({ twins: store, twinRecords }) => {
        const twin = await requireTwin(store, twinId)
        const events = (await twinRecords.events(twinId)).map(({ at, kind, actor, personId, details }) => ({
          at: at.toISOString(),
          what: kind,
          who: actor,
          person: personId,
          details,
        }))
        const consents = (await twinRecords.consents(twinId)).map(({ id, givenAt, isIntact, evidence }) => ({
          consent: id,
          given_at: givenAt.toISOString(),
          full_name: evidence.fullName,
          expires_at: evidence.expiresAt,
          is_intact: isIntact,
        }))
        await twinRecords.note(twinId, 'consent_shown', OPERATOR)
        if (options.json === true) print(options, { ...twinRow(twin), consents, events })
        else for (const rows of [twinRow(twin), consents, events]) print(options, rows)
      }),
    )
}

function addSwitch(twins: Command, office: Office, isOff: boolean): void {
  twins
    .command(isOff ? 'switch-off' : 'switch-on')
    .description(
      isOff ? 'Keep a twin out of new videos, whatever its account does.' : 'Let videos use a twin again.',
    )
    .argument('<twin-id>', 'twn_…, from twins list')
    .option('--json', 'print JSON')
    .action((twinId: string, options: OutputOptions) =>
      office(async ({ twins: store, twinRecords }) => {
        const twin = await store.switchOff(twinId, isOff)
        if (!twin) throw noTwin(twinId)
        await twinRecords.note(twinId, isOff ? 'switched_off' : 'switched_on', OPERATOR)
        print(options, twinRow(twin))
      }),
    )
}

function addWithdraw(twins: Command, office: Office): void {
  twins
    .command('withdraw')
    .description('Withdraw a twin for the person whom it shows: nothing of it can be read afterwards.')
    .argument('<twin-id>', 'twn_…, from twins list')
    .option('--keep-videos', 'keep its finished videos, which are deleted otherwise')
    .option('--json', 'print JSON')
    .action((twinId: string, options: { keepVideos?: boolean } & OutputOptions) =>
      office(async ({ twins: store, withdrawTwin }) => {
        await requireTwin(store, twinId)
        const keepsVideos = options.keepVideos === true
        print(options, twinRow(await withdrawTwin({ twinId, ...OPERATOR, keepsVideos })))
      }),
    )
}

function addDelete(twins: Command, office: Office): void {
  twins
    .command('delete')
    .description(
      'Delete a twin with the look of a presenter. Videos that were already accepted are still made.',
    )
    .argument('<twin-id>', 'twn_…, from twins list')
    .option('--json', 'print JSON')
    .action((twinId: string, options: OutputOptions) =>
      office(async ({ twins: store }) => {
        const twin = await requireTwin(store, twinId)
        if (twin.look?.kind !== 'presenter') throw new Error(`${twinId} was recorded. Use "twins withdraw".`)
        await store.delete(twin.accountId, twinId)
        print(options, { id: twinId, deleted: true })
      }),
    )
}

function addReviews(twins: Command, office: Office): void {
  twins
    .command('reviews')
    .description('List twins whose consent waits for an operator. The application shows the evidence.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ twins: store }) => {
        const rows = []
        for (let page = await store.inReview(PAGE, null); page !== null && page.length > 0;) {
          rows.push(...page.map(twinRow))
          page = await store.inReview(PAGE, page.at(-1)!.id)
        }
        print(options, rows)
      }),
    )
}

function addReview(twins: Command, office: Office): void {
  twins
    .command('review')
    .description('Decide about a consent that waits for an operator.')
    .argument('<twin-id>', 'twn_…, from twins reviews')
    .addOption(
      new Option('--decision <decision>', 'approve or refuse')
        .choices(['approve', 'refuse'])
        .makeOptionMandatory(),
    )
    .option('--reason <reason>', 'why, for the person who recorded it; needed to refuse', '')
    .option('--json', 'print JSON')
    .action((twinId: string, options: { decision: 'approve' | 'refuse'; reason: string } & OutputOptions) =>
      office(async ({ reviewTwin }) => {
        const approved = options.decision === 'approve'
        await reviewTwin({ twinId, personId: null, approved, reason: options.reason })
        print(options, { id: twinId, approved })
      }),
    )
}

/** A person who may run commands runs the installation. */
/** Read from the database at a time. */
const PAGE = 500

const OPERATOR: Acting = { actor: 'operator', personId: null }

function statusOption(): Option {
  return new Option('--status <status>', 'status of the twin').choices(['building', 'ready'])
}

async function requireTwin(store: Pick<Twins, 'findAny'>, twinId: string): Promise<Twin> {
  const twin = await store.findAny(twinId)
  if (!twin) throw noTwin(twinId)
  return twin
}

function noTwin(twinId: string) {
  return problem('not_found', { message: `There is no twin "${twinId}".` })
}

function twinRow(twin: Twin) {
  const { look } = twin
  return {
    id: twin.id,
    account: twin.accountId,
    name: twin.name,
    state: twin.state,
    renews: twin.renewsId,
    switched_off: twin.switchedOff,
    look: look?.kind === 'presenter' ? look.presenterId : (look?.engine ?? null),
    voice: twin.voice?.engineVoiceId ?? null,
    created_at: twin.createdAt.toISOString(),
    expires_at: twin.expiresAt?.toISOString() ?? null,
  }
}
