import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'

import { later } from '../parts/later.tsx'
import { useMe } from '../api/session.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'
import { ShowMore } from '../parts/table/show-more.tsx'
import { AccountName } from './account-name.tsx'
import { Invitations } from './invitations.tsx'
import { MemberRow } from './member-row.tsx'
import { peopleQuery } from './people-query.ts'

const InviteModal = later(async () => (await import('./invite-modal.tsx')).InviteModal)

/** The people of the account: members and their roles, and open invitations. */
export function Page() {
  const { isOwner, membership } = useMe()
  const pages = useInfiniteQuery(peopleQuery)
  const { data, error, refetch } = pages
  const [isInviting, { open, close }] = useDisclosure()
  const members = data?.pages.flatMap((page) => page.members)
  const owners = data?.pages[0]?.owners ?? 0
  return (
    <>
      <PageHeader
        action={
          isOwner && (
            <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={open}>
              Invite someone
            </Button>
          )
        }
      >
        Everyone here can make and see the videos of {membership?.account_name}. Owners also manage people,
        API keys, the webhook and the plan.
      </PageHeader>
      <Section title="Members">
        {error && !members ? (
          <LoadFailed error={error} retry={refetch} />
        ) : members ? (
          <Rows label="Members">
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isLastOwner={member.role === 'owner' && owners === 1}
              />
            ))}
          </Rows>
        ) : (
          <RowsOnTheWay count={2} />
        )}
        <ShowMore pages={pages}>Show more people</ShowMore>
      </Section>
      {members && <Invitations />}
      {isOwner && membership && (
        <AccountName key={membership.account_name} current={membership.account_name} />
      )}
      {isInviting && <InviteModal close={close} />}
    </>
  )
}
