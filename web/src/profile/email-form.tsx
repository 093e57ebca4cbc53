import { Button, Paper, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { ask } from '../api/client.ts'
import { sessionQuery, useMe } from '../api/session.ts'
import { EntranceForm } from '../entrance/entrance-form.tsx'
import { useEntranceForm } from '../entrance/use-form.ts'
import { tellDone } from '../parts/tell.ts'

/** Changing the address that the person signs in with: with the password, as it is the way to a new one. */
export function EmailForm() {
  const queries = useQueryClient()
  const { person } = useMe()
  const { field, fault, isSending, send, clear } = useEntranceForm(['email', 'current_password'])

  const submit = () =>
    send(async (values) => {
      const { email } = await ask('PUT /profile/email', { body: values })
      clear()
      tellDone(`You sign in as ${email} from now on.`)
      await queries.invalidateQueries(sessionQuery)
    })

  return (
    <Paper withBorder p="md" maw={520}>
      <EntranceForm fault={fault} onSubmit={submit}>
        <TextInput
          label="New e-mail"
          description={`So far you sign in as ${person.email}. Nothing is sent to the new address: check that it is right.`}
          type="email"
          autoComplete="email"
          required
          {...field('email')}
        />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          {...field('current_password')}
        />
        <Button type="submit" loading={isSending} style={{ alignSelf: 'flex-start' }}>
          Change e-mail
        </Button>
      </EntranceForm>
    </Paper>
  )
}
