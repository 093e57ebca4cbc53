import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Invitation, Member, Membership, Person, Role } from '../domain/person.ts'
import type { People } from '../ports/people.ts'
import { accountColumns, toAccount } from './accounts.ts'
import type { Db } from './database.ts'
import type { Invitation as InvitationRow } from './schema.ts'

const personColumns = ['people.id', 'people.name', 'people.email', 'people.is_operator'] as const

/** Who works for which account, in PostgreSQL. */
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
    async rename(personId, name) {
      await db
        .updateTable('people')
        .set({ name, updated_at: sql`clock_timestamp()` })
        .where('id', '=', personId)
        .execute()
    },
    membershipsOf: (personId) => membershipsOf(db, personId),
    members: (accountId) => membersOf(db, accountId),
    async addMember(accountId, personId, role) {
      await db
        .insertInto('members')
        .values({ account_id: accountId, person_id: personId, role })
        .onConflict((conflict) => conflict.columns(['account_id', 'person_id']).doUpdateSet({ role }))
        .execute()
    },
    setRole: (accountId, personId, role) =>
      keepingAnOwner(db, accountId, personId, role === 'owner', (transaction) =>
        transaction
          .updateTable('members')
          .set({ role })
          .where('account_id', '=', accountId)
          .where('person_id', '=', personId)
          .returning('person_id')
          .executeTakeFirst(),
      ),
    removeMember: (accountId, personId) =>
      keepingAnOwner(db, accountId, personId, false, (transaction) =>
        transaction
          .deleteFrom('members')
          .where('account_id', '=', accountId)
          .where('person_id', '=', personId)
          .returning('person_id')
          .executeTakeFirst(),
      ),
    ...invitationsIn(db),
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

async function membersOf(db: Db, accountId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.person_id')
    .select([...personColumns, 'role', 'joined_at'])
    .where('account_id', '=', accountId)
    .orderBy('joined_at')
    .execute()
  return rows.map((row) => ({ person: toPerson(row), role: row.role as Role, joinedAt: row.joined_at }))
}

function invitationsIn(
  db: Db,
): Pick<People, 'invite' | 'invitations' | 'findInvitation' | 'useInvitation' | 'withdrawInvitation'> {
  const usable = () =>
    db
      .selectFrom('invitations')
      .selectAll()
      .where('used_at', 'is', null)
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
  return {
    async invite({ id, tokenHash, accountId, email, role, isOperator, resets, expiresAt }) {
      const row = await db
        .insertInto('invitations')
        .values({
          id,
          token_hash: tokenHash,
          account_id: accountId,
          email,
          role,
          is_operator: isOperator,
          resets,
          expires_at: expiresAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toInvitation(row)
    },
    async invitations(accountId) {
      const rows = await usable().where('account_id', '=', accountId).orderBy('created_at', 'desc').execute()
      return rows.map(toInvitation)
    },
    async findInvitation(tokenHash) {
      const row = await usable().where('token_hash', '=', tokenHash).executeTakeFirst()
      return row ? toInvitation(row) : null
    },
    async useInvitation(invitationId) {
      const used = await db
        .updateTable('invitations')
        .set({ used_at: sql`clock_timestamp()` })
        .where('id', '=', invitationId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`clock_timestamp()`)
        .returning('id')
        .executeTakeFirst()
      return used !== undefined
    },
    async withdrawInvitation(accountId, invitationId) {
      const gone = await db
        .deleteFrom('invitations')
        .where('id', '=', invitationId)
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return gone !== undefined
    },
  }
}

/** Changes a membership unless no owner would be left. Owners are locked, so that two cannot leave at once. */
async function keepingAnOwner(
  db: Db,
  accountId: string,
  personId: string,
  staysOwner: boolean,
  change: (transaction: Db) => Promise<object | undefined>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const owners = await transaction
      .selectFrom('members')
      .select('person_id')
      .where('account_id', '=', accountId)
      .where('role', '=', 'owner')
      .forUpdate()
      .execute()
    const others = owners.filter(({ person_id }) => person_id !== personId)
    if (others.length === 0 && !staysOwner) return false
    return (await change(transaction)) !== undefined
  })
}

function toPerson(row: { id: string; name: string; email: string; is_operator: boolean }): Person {
  return { id: row.id, name: row.name, email: row.email, isOperator: row.is_operator }
}

function toInvitation(row: Selectable<InvitationRow>): Invitation {
  return {
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    role: row.role as Role,
    isOperator: row.is_operator,
    resets: row.resets,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
