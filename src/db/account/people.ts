import { sql } from 'kysely'
import { DatabaseError } from 'pg'

import type { Member, Membership, Person, Role } from '../../domain/account/person.ts'
import type { People } from '../../ports/account/people.ts'
import { accountColumns, lockAccount, toAccount } from './accounts.ts'
import type { Db } from '../database.ts'
import { endInvitationsOf, endOperatorLinksOf, invitationsIn } from './invitations.ts'
import { endRecordingsOfMember } from './recordings-of-members.ts'

const personColumns = ['people.id', 'people.name', 'people.email', 'people.is_operator'] as const

/** The people of each account, in PostgreSQL. */
export function createPeople(db: Db): People {
  return {
    async isEmpty() {
      return (await db.selectFrom('people').select('id').limit(1).executeTakeFirst()) === undefined
    },
    async findByEmail(email) {
      const row = await db
        .selectFrom('people')
        .select(personColumns)
        .where('email', '=', email.toLowerCase())
        .executeTakeFirst()
      return row ? toPerson(row) : null
    },
    rename: (personId, name) => change(db, personId, { name }),
    setEmail: (person, email) => setEmail(db, person, email),
    setOperator: (personId, isOperator) =>
      db.transaction().execute(async (transaction) => {
        await change(transaction, personId, { is_operator: isOperator })
        if (!isOperator) await endOperatorLinksOf(transaction, personId)
      }),
    membershipsOf: (personId) => membershipsOf(db, personId),
    members: async (accountId) => (await membersOf(db, accountId).execute()).map(toMember),
    memberPage: (accountId, limit, after) => memberPage(db, accountId, limit, after),
    owners: (accountId) => countOwners(db, accountId),
    async addMember(accountId, personId, role) {
      await db
        .insertInto('members')
        .values({ account_id: accountId, person_id: personId, role })
        .onConflict((conflict) => conflict.columns(['account_id', 'person_id']).doUpdateSet({ role }))
        .execute()
    },
    setRole: (accountId, personId, role) =>
      keepingAnOwner(db, accountId, personId, role === 'owner', async (transaction) => {
        if (role !== 'owner') await endInvitationsOf(transaction, accountId, personId)
        return transaction
          .updateTable('members')
          .set({ role })
          .where('account_id', '=', accountId)
          .where('person_id', '=', personId)
          .returning('person_id')
          .executeTakeFirst()
      }),
    removeMember: (accountId, personId) =>
      keepingAnOwner(db, accountId, personId, false, async (transaction) => {
        await endInvitationsOf(transaction, accountId, personId)
        await endRecordingsOfMember(transaction, accountId, personId)
        return transaction
          .deleteFrom('members')
          .where('account_id', '=', accountId)
          .where('person_id', '=', personId)
          .returning('person_id')
          .executeTakeFirst()
      }),
    ...invitationsIn(db),
  }
}

async function countOwners(db: Db, accountId: string): Promise<number> {
  const owners = db.selectFrom('members').where('account_id', '=', accountId).where('role', '=', 'owner')
  const { count } = await owners
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function change(
  db: Db,
  personId: string,
  values: { name?: string; is_operator?: boolean },
): Promise<void> {
  await db
    .updateTable('people')
    .set({ ...values, updated_at: sql`clock_timestamp()` })
    .where('id', '=', personId)
    .execute()
}

async function setEmail(db: Db, person: Pick<Person, 'id' | 'email'>, email: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      // Such links would make a new person of whoever holds them, once nobody has the address: those for a new password,
      // those that make an operator, and those to accounts that the person works for already.
      await transaction
        .deleteFrom('invitations')
        .where('email', '=', person.email)
        .where('used_at', 'is', null)
        .where(({ or, eb, exists, selectFrom }) =>
          or([
            eb('resets', '=', true),
            eb('is_operator', '=', true),
            exists(
              selectFrom('members')
                .whereRef('members.account_id', '=', 'invitations.account_id')
                .where('person_id', '=', person.id),
            ),
          ]),
        )
        .execute()
      await transaction
        .updateTable('people')
        .set({ email, email_verified: false, updated_at: sql`clock_timestamp()` })
        .where('id', '=', person.id)
        .execute()
    })
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'people_email_key') return false
    throw error
  }
}

async function membershipsOf(db: Db, personId: string): Promise<Membership[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select([...accountColumns, 'role'])
    .where('person_id', '=', personId)
    .orderBy('joined_at')
    .execute()
  return rows.map((row) => ({ account: toAccount(row), role: row.role as Role }))
}

function membersOf(db: Db, accountId: string) {
  return db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .select([...personColumns, 'role', 'joined_at'])
    .where('account_id', '=', accountId)
    .orderBy('joined_at')
    .orderBy('person_id')
}

async function memberPage(
  db: Db,
  accountId: string,
  limit: number,
  after: string | null,
): Promise<Member[] | null> {
  const known = membersOf(db, accountId).where('person_id', '=', after)
  if (after !== null && !(await known.executeTakeFirst())) return null
  const rows = await membersOf(db, accountId)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(joined_at, person_id) > (
        select joined_at, person_id from members where account_id = ${accountId} and person_id = ${after})`),
    )
    .limit(limit)
    .execute()
  return rows.map(toMember)
}

function toMember(row: Parameters<typeof toPerson>[0] & { role: string; joined_at: Date }): Member {
  return { person: toPerson(row), role: row.role as Role, joinedAt: row.joined_at }
}

/** Changes a membership unless no owner would be left, so that two cannot leave at once. */
async function keepingAnOwner(
  db: Db,
  accountId: string,
  personId: string,
  staysOwner: boolean,
  change: (transaction: Db) => Promise<object | undefined>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId)
    const owners = await transaction
      .selectFrom('members')
      .select('person_id')
      .where('account_id', '=', accountId)
      .where('role', '=', 'owner')
      .execute()
    const others = owners.filter(({ person_id }) => person_id !== personId)
    if (others.length === 0 && !staysOwner) return false
    return (await change(transaction)) !== undefined
  })
}

function toPerson(row: { id: string; name: string; email: string; is_operator: boolean }): Person {
  return { id: row.id, name: row.name, email: row.email, isOperator: row.is_operator }
}
