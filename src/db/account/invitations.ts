import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Invitation, Role } from '../../domain/account/person.ts'
import type { People } from '../../ports/account/people.ts'
import { lockAccount } from './accounts.ts'
import type { Db } from '../database.ts'
import type { Invitation as InvitationRow } from '../schema.ts'

/** Invitations in PostgreSQL. */
type Invitations = Pick<
  People,
  'invite' | 'invitations' | 'findInvitation' | 'useInvitation' | 'joinBy' | 'withdrawInvitation'
>

/**
 * A link works once, until it expires, and as long as whoever made it is an owner: also one that was made in the moment in
 * which they were taken out of the account.
 */
const USABLE = sql<boolean>`used_at is null and expires_at > clock_timestamp() and (
  invited_by is null or exists (
    select from members m
    where m.account_id = invitations.account_id and m.person_id = invited_by and m.role = 'owner'
  ))`

/** Creates the part of the store of people that invites them. */
export function invitationsIn(db: Db): Invitations {
  const usable = () => db.selectFrom('invitations').selectAll().where(USABLE)
  return {
    invite: (invitation) => db.transaction().execute((transaction) => invite(transaction, invitation)),
    async invitations(accountId, limit, after) {
      const ofAccount = usable().where('account_id', '=', accountId)
      if (after !== null && !(await ofAccount.where('id', '=', after).executeTakeFirst())) return null
      const rows = await ofAccount
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(created_at, id) < (select i.created_at, i.id from invitations i where i.id = ${after})`,
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toInvitation)
    },
    async findInvitation(tokenHash) {
      const row = await usable().where('token_hash', '=', tokenHash).executeTakeFirst()
      return row ? toInvitation(row) : null
    },
    useInvitation: async (invitationId) => (await use(db, invitationId)) !== undefined,
    joinBy: (invitationId, personId) =>
      db.transaction().execute((transaction) => joinBy(transaction, invitationId, personId)),
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

async function invite(
  transaction: Db,
  {
    id,
    tokenHash,
    accountId,
    email,
    role,
    isOperator,
    resets,
    invitedBy,
    expiresAt,
  }: Parameters<People['invite']>[0],
): Promise<Invitation> {
  // The newest link for an address is the one that works.
  await transaction
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('resets', '=', resets)
    .where('used_at', 'is', null)
    .execute()
  const row = await transaction
    .insertInto('invitations')
    .values({
      id,
      token_hash: tokenHash,
      account_id: accountId,
      email,
      role,
      is_operator: isOperator,
      resets,
      invited_by: invitedBy,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toInvitation(row)
}

async function joinBy(transaction: Db, invitationId: string, personId: string): Promise<boolean> {
  const invitation = await transaction
    .selectFrom('invitations')
    .select('account_id')
    .where('id', '=', invitationId)
    .executeTakeFirst()
  if (!invitation) return false
  // Before the invitation itself, as those who end invitations have it.
  // Two people who join, leave or change role in the same account wait for each other.
  await lockAccount(transaction, invitation.account_id)
  const used = await use(transaction, invitationId)
  if (!used) return false
  await transaction
    .insertInto('members')
    .values({ account_id: used.account_id, person_id: personId, role: used.role })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'person_id']).doUpdateSet({
        role: sql`case when members.role = 'owner' then 'owner' else excluded.role end`,
      }),
    )
    .execute()
  return true
}

async function use(db: Db, invitationId: string) {
  return db
    .updateTable('invitations')
    .set({ used_at: sql`clock_timestamp()` })
    .where('id', '=', invitationId)
    .where(USABLE)
    .returning(['account_id', 'role'])
    .executeTakeFirst()
}

/** Otherwise whoever is taken out of an account would come back by a link that they have kept, or made. */
export async function endInvitationsOf(transaction: Db, accountId: string, personId: string): Promise<void> {
  await transaction
    .deleteFrom('invitations')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('invited_by', '=', personId),
        eb('email', '=', selectFrom('people').select('people.email').where('people.id', '=', personId)),
      ]),
    )
    .execute()
}

/** Otherwise whoever is no operator any more would be one again by a link for their address that they have kept. */
export async function endOperatorLinksOf(transaction: Db, personId: string): Promise<void> {
  await transaction
    .deleteFrom('invitations')
    .where('is_operator', '=', true)
    .where('used_at', 'is', null)
    .where('email', '=', ({ selectFrom }) =>
      selectFrom('people').select('people.email').where('people.id', '=', personId),
    )
    .execute()
}

function toInvitation(row: Selectable<InvitationRow>): Invitation {
  return {
    id: row.id,
    accountId: row.account_id,
    email: row.email,
    role: row.role as Role,
    isOperator: row.is_operator,
    resets: row.resets,
    invitedBy: row.invited_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
