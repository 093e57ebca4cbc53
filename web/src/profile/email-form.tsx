import { Button, Paper, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { ask } from '../api/client.ts'
import { sessionQuery, useMe } from '../api/session.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { notifyDone } from '../parts/notify.ts'

/** Changing the address that the person signs in with: with the password, as it is the way to a new one. */
export function EmailForm() {
  const queries = useQueryClient()
  const { person } = useMe()
  const state = useSentForm({ email: '', current_password: '' }, async (values, reset) => {
    const { email } = await ask('PUT /profile/email', { body: values })
    reset()
    notifyDone(`You sign in as ${email} from now on.`)
    await queries.invalidateQueries(sessionQuery)
  })
  const { form, isSending } = state

  return (
    <Paper withBorder p="md" maw={520}>
      <SentForm state={state}>
        <TextInput
          label="New email"
          description={`Current email: ${person.email}. Nothing is sent to the new address: check that it is right.`}
          type="email"
          autoComplete="email"
          required
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          {...form.getInputProps('current_password')}
        />
        <Button type="submit" loading={isSending} style={{ alignSelf: 'flex-start' }}>
          Change email
        </Button>
      </SentForm>
    </Paper>
  )
}
