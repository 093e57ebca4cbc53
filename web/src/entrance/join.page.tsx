import { Alert, Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import type { OpenInvitationView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { sessionQuery, workNextFor } from '../api/session.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { Loading } from '../parts/page/loading.tsx'
import { comeBackTo, enter } from './enter.ts'
import { EntrancePage } from './entrance-page.tsx'
import { NewPassword } from './new-password.tsx'

/** What a link of an invitation leads to: joining an account, or setting a new password. */
export function Page() {
  const [token] = useState(() => location.hash.slice(1))
  const { data: invitation, isPending } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => ask('POST /invitation', { body: { token } }),
    retry: false,
  })
  if (isPending) return <Loading />
  if (!invitation) {
    return (
      <EntrancePage title="This link no longer works">
        <Alert color="yellow">
          It was used or withdrawn, or more than seven days have passed. Ask the person who sent it for a new
          one.
        </Alert>
        <Button component={Link} to="/sign-in" variant="default">
          Go to sign-in
        </Button>
      </EntrancePage>
    )
  }
  return <Accept invitation={invitation} token={token} />
}

function Accept({ invitation, token }: { invitation: OpenInvitationView; token: string }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: session } = useQuery(sessionQuery)
  const { email, account_id, account_name, asks } = invitation
  const state = useSentForm({ name: '', password: '' }, async ({ name, password }) => {
    await ask('POST /join', {
      body: { token, ...(asks === 'new' && { name }), ...(asks !== 'sign in' && { password }) },
    })
    workNextFor(account_id)
    if (asks === 'sign in') await queries.resetQueries(sessionQuery)
    else await enter(queries, email, password)
    await navigate({ to: '/projects' })
  })
  const { form, isSending } = state
  const mustSignIn = asks === 'sign in' && session?.person?.email !== email
  return (
    <EntrancePage
      title={asks === 'reset' ? 'Set a new password' : `Join ${account_name}`}
      intro={asks === 'reset' ? `For ${email}.` : `You were invited as ${email}.`}
    >
      {mustSignIn ? (
        <>
          <Alert>You have a sign-in already. Sign in as {email} to join.</Alert>
          <Button component={Link} to="/sign-in" onClick={() => comeBackTo(`/join#${token}`)}>
            Sign in
          </Button>
        </>
      ) : (
        <SentForm state={state}>
          {asks === 'new' && (
            <TextInput
              label="Your name"
              autoComplete="name"
              required
              autoFocus
              {...form.getInputProps('name')}
            />
          )}
          {asks !== 'sign in' && <NewPassword {...form.getInputProps('password')} />}
          <Button type="submit" loading={isSending} fullWidth>
            {asks === 'reset' ? 'Set password and sign in' : 'Join'}
          </Button>
        </SentForm>
      )}
    </EntrancePage>
  )
}
