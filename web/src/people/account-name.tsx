import { Button, Paper, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { LONGEST_ACCOUNT_NAME } from '../../../src/domain/account/account.ts'
import { ask } from '../api/client.ts'
import { sessionQuery } from '../api/session.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { notifyDone } from '../parts/notify.ts'
import { Section } from '../parts/section.tsx'

/** Changing how the account is called. @param current its name now. */
export function AccountName({ current }: { current: string }) {
  const queries = useQueryClient()
  const state = useSentForm({ name: current }, async (body) => {
    await ask('PUT /account', { body })
    await queries.invalidateQueries(sessionQuery)
    notifyDone('The account is renamed.')
  })
  const { form, isSending } = state
  const name = form.values.name.trim()
  return (
    <Section title="Account">
      <Paper withBorder p="md" maw={520}>
        <SentForm state={state}>
          <TextInput
            label="Account name"
            description="Your company or team. Members see it, and so do people who record a twin for it."
            autoComplete="organization"
            required
            maxLength={LONGEST_ACCOUNT_NAME}
            {...form.getInputProps('name')}
          />
          <Button
            type="submit"
            loading={isSending}
            disabled={name === '' || name === current}
            style={{ alignSelf: 'flex-start' }}
          >
            Save
          </Button>
        </SentForm>
      </Paper>
    </Section>
  )
}
