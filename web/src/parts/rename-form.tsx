import { Button, Paper, TextInput } from '@mantine/core'

import { SentForm } from './form/sent-form.tsx'
import { useSentForm } from './form/use-sent-form.ts'

/** A form that changes a name. It can be sent once the name is another one. */
export function RenameForm({
  label,
  description,
  autoComplete,
  longest,
  current,
  rename,
}: {
  label: string
  description: string
  /** What browsers may fill in (HTML, autofill). */
  autoComplete: 'name' | 'organization'
  /** Characters. */
  longest: number
  current: string
  rename: (body: { name: string }) => Promise<unknown>
}) {
  const state = useSentForm({ name: current }, rename)
  const { form, isSending } = state
  const name = form.values.name.trim()
  return (
    <Paper withBorder p="md" maw={520}>
      <SentForm state={state}>
        <TextInput
          label={label}
          description={description}
          autoComplete={autoComplete}
          required
          maxLength={longest}
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
  )
}
