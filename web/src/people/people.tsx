import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'

import { useMe } from '../api/session.ts'
import { LoadFailed } from '../parts/load-failed.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Rows, RowsOnTheWay } from '../parts/rows.tsx'
import { Section } from '../parts/section.tsx'
import { Invitations } from './invitations.tsx'
import { InviteModal } from './invite-modal.tsx'
import { MemberRow } from './member-row.tsx'
import { peopleQuery } from './people-query.ts'

/** Who works for the account: members and their roles, and open invitations. */
export function People() {
  const { isOwner, membership } = useMe()
  const { data, error, refetch } = useQuery(peopleQuery)
  const [isInviting, { open, close }] = useDisclosure()
  const owners = data?.members.filter(({ role }) => role === 'owner').length ?? 0
  return (
    <>
      <PageHeader
        title="People"
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
        {error && !data ? (
          <LoadFailed error={error} retry={refetch} />
        ) : data ? (
          <Rows label="Members">
            {data.members.map((member) => (
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
      </Section>
      {data && <Invitations invitations={data.invitations} />}
      <InviteModal isOpen={isInviting} close={close} />
    </>
  )
}
