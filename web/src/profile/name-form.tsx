import { Button, Paper, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { ask } from '../api/client.ts'
import { sessionQuery, useMe } from '../api/session.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { notifyDone } from '../parts/notify.ts'

/** Changing how the person is called. */
export function NameForm() {
  const queries = useQueryClient()
  const { person } = useMe()
  const state = useSentForm({ name: person.name }, async (body) => {
    await ask('PUT /profile', { body })
    notifyDone('Your name is changed.')
    await queries.invalidateQueries(sessionQuery)
  })
  const { form, isSending } = state
  const name = form.values.name.trim()
  return (
    <Paper withBorder p="md" maw={520}>
      <SentForm state={state}>
        <TextInput
          label="Your name"
          description="Others of your account see it."
          autoComplete="name"
          required
          maxLength={200}
          {...form.getInputProps('name')}
        />
        <Button
          type="submit"
          loading={isSending}
          disabled={name === '' || name === person.name}
          style={{ alignSelf: 'flex-start' }}
        >
          Save
        </Button>
      </SentForm>
    </Paper>
  )
}
