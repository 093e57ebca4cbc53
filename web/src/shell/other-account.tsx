import { Button, Group } from '@mantine/core'

import type { Answer } from '../api/client.ts'
import { chooseAccount } from '../api/session.ts'
import { PageHeader } from '../parts/page/page-header.tsx'

/** What an address leads to whose account the person does not work for. @param email of the person. */
export function OtherAccount({
  memberships,
  email,
}: {
  memberships: Answer<'GET /session'>['memberships']
  email: string
}) {
  return (
    <>
      <PageHeader title="You do not work for this account">
        You are signed in as {email}. Ask an owner of the account to invite you, or go to an account of yours.
      </PageHeader>
      <Group>
        {memberships.map(({ account_id: id, account_name: name }) => (
          <Button key={id} variant="default" onClick={() => chooseAccount(id)}>
            {name}
          </Button>
        ))}
      </Group>
    </>
  )
}
