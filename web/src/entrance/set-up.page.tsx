import { Alert, Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { LONGEST_ACCOUNT_NAME } from '../../../src/domain/account/account.ts'
import { ask } from '../api/client.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { enter } from './enter.ts'
import { EntrancePage } from './entrance-page.tsx'
import { NewPassword } from './new-password.tsx'

/** Making the first owner, with the code of the link that the service printed when it started. */
export function Page() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [code] = useState(() => location.hash.slice(1))
  const state = useSentForm({ account_name: '', name: '', email: '', password: '' }, async (given) => {
    const { email, password } = given
    await ask('POST /setup', { body: { code, ...given } })
    await enter(queries, email, password)
    await navigate({ to: '/projects' })
  })
  const { form, isSending } = state

  return (
    <EntrancePage
      title="Welcome"
      intro="You run this service. Choose how you sign in: you will own its first account and see how the service is doing."
    >
      <SentForm state={state}>
        {code === '' && (
          <Alert color="yellow" title="The code is missing">
            Open the link that the service printed when it started. It ends in a code.
          </Alert>
        )}
        <TextInput
          label="Company or team"
          description="The name of the account. You can change it later."
          autoComplete="organization"
          required
          autoFocus
          maxLength={LONGEST_ACCOUNT_NAME}
          {...form.getInputProps('account_name')}
        />
        <TextInput label="Your name" autoComplete="name" required {...form.getInputProps('name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <NewPassword {...form.getInputProps('password')} />
        <Button type="submit" loading={isSending} fullWidth>
          Create my sign-in
        </Button>
      </SentForm>
    </EntrancePage>
  )
}
