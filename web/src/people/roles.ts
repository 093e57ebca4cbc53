import type { MemberView } from '../../../src/api/console/door.ts'

/** How roles are called, and what they allow. */
export const ROLES: Readonly<
  Record<MemberView['role'], { name: string; withArticle: string; allows: string }>
> = {
  member: { name: 'Member', withArticle: 'a member', allows: 'Makes and sees videos.' },
  owner: {
    name: 'Owner',
    withArticle: 'an owner',
    allows: 'Also manages people, API keys, the webhook and the plan.',
  },
}
