import { Alert, Button, Paper, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ask, Refusal } from '../api/client.ts'
import { sessionQuery, useMe } from '../api/session.ts'
import { tellDone } from '../parts/tell.ts'

/** Changing how the person is called. */
export function NameForm() {
  const queries = useQueryClient()
  const { person } = useMe()
  const [name, setName] = useState(person.name)
  const rename = useMutation({
    mutationFn: () => ask('PUT /profile', { body: { name } }),
    async onSuccess() {
      tellDone('Your name is changed.')
      await queries.invalidateQueries(sessionQuery)
    },
  })
  const refusal = rename.error instanceof Refusal ? rename.error : null
  const fault = refusal?.fields['name']?.message
  return (
    <Paper withBorder p="md" maw={520}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate()
        }}
      >
        <Stack>
          {rename.error && !fault && (
            <Alert color="red" role="alert">
              {refusal?.userMessage ?? 'Something went wrong. Please try again.'}
            </Alert>
          )}
          <TextInput
            label="Your name"
            description="Others of your account see it."
            autoComplete="name"
            required
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fault}
          />
          <Button
            type="submit"
            loading={rename.isPending}
            disabled={name.trim() === '' || name.trim() === person.name}
            style={{ alignSelf: 'flex-start' }}
          >
            Save
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
