import { Alert, Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { ask } from '../api/client.ts'
import { enter } from './enter.ts'
import { EntrancePage } from './entrance-page.tsx'
import { EntranceForm } from './entrance-form.tsx'
import { NewPassword } from './new-password.tsx'
import { useEntranceForm } from './use-form.ts'

/** Making the first owner, with the code of the link that the service printed when it started. */
export function Page() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [code] = useState(() => location.hash.slice(1))
  const { field, fault, isSending, send } = useEntranceForm(['name', 'email', 'password'])

  const submit = () =>
    send(async ({ name, email, password }) => {
      await ask('POST /setup', { body: { code, name, email, password } })
      await enter(queries, email, password)
      await navigate({ to: '/projects' })
    })

  return (
    <EntrancePage
      title="Welcome"
      intro="You run this service. Choose how you sign in: you will own its first account and see how the service is doing."
    >
      <EntranceForm fault={fault} onSubmit={submit}>
        {code === '' && (
          <Alert color="yellow" title="The code is missing">
            Open the link that the service printed when it started. It ends in a code.
          </Alert>
        )}
        <TextInput label="Your name" autoComplete="name" required autoFocus {...field('name')} />
        <TextInput label="E-mail" type="email" autoComplete="username" required {...field('email')} />
        <NewPassword {...field('password')} />
        <Button type="submit" loading={isSending} fullWidth>
          Create my sign-in
        </Button>
      </EntranceForm>
    </EntrancePage>
  )
}
