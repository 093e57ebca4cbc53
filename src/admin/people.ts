import type { Command } from 'commander'

import type { Administration } from '../app/administration.ts'
import type { Account } from '../domain/account/account.ts'
import { invalidFields, problem } from '../domain/error/errors.ts'
import type { Invitation, Person, Role } from '../domain/account/person.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

const ROLES: readonly Role[] = ['owner', 'member']

/** `people list | invite | reset | operator | remove | free`. */
export function addPeopleCommands(program: Command, office: Office): void {
  const people = program
    .command('people')
    .description('Who signs in to the application, and for which account.')
  addList(people, office)
  addInvite(people, office)
  addReset(people, office)
  addOperator(people, office)
  addRemove(people, office)
  addFree(people, office)
}

function addList(people: Command, office: Office): void {
  people
    .command('list')
    .description('Everybody who works for an account.')
    .option('--account <account>', 'only those of the account with this id or email address')
    .option('--json', 'print JSON')
    .action(({ account: named, ...options }: { account?: string } & OutputOptions) =>
      office(async (administration) => {
        const accounts =
          named === undefined
            ? await administration.accounts.list()
            : [await findAccount(administration, named)]
        const rows = []
        for (const account of accounts) rows.push(...(await membersOf(administration, account)))
        print(options, rows)
      }),
    )
}

function addInvite(people: Command, office: Office): void {
  people
    .command('invite')
    .description(
      'Make a link by which somebody joins an account; it is shown this once and works for a week.',
    )
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--email <email>', 'address that the person signs in with')
    .option('--role <role>', 'owner or member', 'member')
    .option('--operator', 'a person who has no sign-in yet also gets to see the whole installation')
    .option('--json', 'print JSON')
    .action((options: { account: string; email: string; role: string; operator?: boolean } & OutputOptions) =>
      office(async (administration) => {
        const { id: accountId } = await findAccount(administration, options.account)
        const email = requireEmail(options.email)
        if (options.operator === true) await requireNewcomer(administration, email)
        const { invitation, path } = await administration.invite({
          accountId,
          email,
          role: requireRole(options.role),
          isOperator: options.operator === true,
        })
        print(options, linkRow(administration, invitation, path))
      }),
    )
}

function addReset(people: Command, office: Office): void {
  people
    .command('reset')
    .description(
      'Make a link by which a person sets a new password; it is shown this once and works for a week.',
    )
    .requiredOption('--email <email>', 'address that the person signs in with')
    .option('--json', 'print JSON')
    .action((options: { email: string } & OutputOptions) =>
      office(async (administration) => {
        const person = await requirePerson(administration, options.email)
        const [membership] = await administration.people.membershipsOf(person.id)
        if (membership === undefined) {
          throw problem('not_found', {
            message: `${person.email} no longer works for any account. Use people invite to let them in again.`,
          })
        }
        const { account, role } = membership
        const { invitation, path } = await administration.invite({
          accountId: account.id,
          email: person.email,
          role,
          resets: true,
        })
        print(options, linkRow(administration, invitation, path))
      }),
    )
}

function addOperator(people: Command, office: Office): void {
  people
    .command('operator')
    .description('Let a person see the whole installation, or take that from them; both hold at once.')
    .requiredOption('--email <email>', 'address that the person signs in with')
    .option('--remove', 'the person is no longer an operator, and keeps their accounts')
    .option('--json', 'print JSON')
    .action((options: { email: string; remove?: boolean } & OutputOptions) =>
      office(async (administration) => {
        const { id, email } = await requirePerson(administration, options.email)
        const isOperator = options.remove !== true
        await administration.people.setOperator(id, isOperator)
        print(options, { email, operator: isOperator })
      }),
    )
}

function addRemove(people: Command, office: Office): void {
  people
    .command('remove')
    .description('Take a person out of an account at once.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--email <email>', 'address that the person signs in with')
    .option('--json', 'print JSON')
    .action((options: { account: string; email: string } & OutputOptions) =>
      office(async (administration) => {
        const account = await findAccount(administration, options.account)
        const person = await requirePerson(administration, options.email)
        const members = await administration.people.members(account.id)
        if (!members.some((member) => member.person.id === person.id)) {
          throw problem('not_found', { message: `${person.email} does not work for ${account.id}.` })
        }
        if (!(await administration.people.removeMember(account.id, person.id))) {
          const message = `${person.email} is the last owner of ${account.id}. Invite another owner first.`
          throw invalidFields({ email: { code: 'conflict', message } })
        }
        print(options, { account: account.id, email: person.email, removed: true })
      }),
    )
}

function addFree(people: Command, office: Office): void {
  people
    .command('free')
    .description(
      'Take an email address from the person who signs in with it, for the person whose address it is. The person ' +
        'who had it keeps their accounts, password and sessions, and signs in with the address that this prints.',
    )
    .requiredOption('--email <email>', 'address that somebody signs in with')
    .option('--json', 'print JSON')
    .action((options: { email: string } & OutputOptions) =>
      office(async (administration) => {
        const person = await requirePerson(administration, options.email)
        // A domain that nobody can have (RFC 2606): no invitation is ever made for it.
        const now = `${person.id}@freed.invalid`
        await administration.people.setEmail(person, now)
        print(options, { person: person.id, freed: person.email, signs_in_as: now })
      }),
    )
}

async function membersOf({ people }: Administration, account: Account): Promise<object[]> {
  const members = await people.members(account.id)
  return members.map(({ person, role, joinedAt }) => ({
    id: person.id,
    email: person.email,
    name: person.name,
    account: account.id,
    role,
    operator: person.isOperator,
    joined_at: joinedAt.toISOString(),
  }))
}

function linkRow({ publicUrl }: Administration, invitation: Invitation, path: string): object {
  return {
    email: invitation.email,
    account: invitation.accountId,
    role: invitation.role,
    expires_at: invitation.expiresAt.toISOString(),
    link: `${publicUrl}${path}`,
  }
}

async function requirePerson({ people }: Administration, email: string): Promise<Person> {
  const person = await people.findByEmail(email)
  if (person === null) throw problem('not_found', { message: `Nobody signs in as "${email}".` })
  return person
}

/** A link makes an operator of somebody new only: for anybody else it would promise what it does not do. */
async function requireNewcomer({ people }: Administration, email: string): Promise<void> {
  if ((await people.findByEmail(email)) === null) return
  const message = `${email} has a sign-in already. Use people operator to make them an operator.`
  throw invalidFields({ operator: { code: 'conflict', message } })
}

function requireEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/u.test(text)) return text.toLowerCase()
  throw invalidFields({ email: { code: 'invalid', message: `"${text}" is not a mail address.` } })
}

function requireRole(text: string): Role {
  const role = ROLES.find((known) => known === text)
  if (role !== undefined) return role
  throw invalidFields({ role: { code: 'invalid', message: `The role is owner or member, not "${text}".` } })
}
