import { Button, Paper, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../../src/domain/account/person.ts'
import { askSignIn, Refusal } from '../api/client.ts'
import { NewPassword } from '../entrance/new-password.tsx'
import { useMe } from '../api/session.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { notifyDone } from '../parts/notify.ts'
import { sessionsQuery } from './sessions-query.ts'

/** Changing the password: with the one so far, so that nobody does it at a screen left open. */
export function PasswordForm() {
  const queries = useQueryClient()
  const { person } = useMe()
  const state = useSentForm({ current: '', chosen: '' }, async ({ current, chosen }, reset) => {
    const request = { currentPassword: current, newPassword: chosen, revokeOtherSessions: true }
    await askSignIn('POST', '/change-password', request).catch((error: unknown) => {
      throw inWords(error)
    })
    reset()
    notifyDone('Your password is changed, and every other device is signed out.')
    await queries.invalidateQueries(sessionsQuery)
  })
  const { form, isSending } = state

  return (
    <Paper withBorder p="md" maw={520}>
      <SentForm state={state}>
        {/* Password managers file the new password under it. */}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          required
          {...form.getInputProps('current')}
        />
        <NewPassword label="New password" minLength={SHORTEST_PASSWORD} {...form.getInputProps('chosen')} />
        <Button type="submit" loading={isSending} style={{ alignSelf: 'flex-start' }}>
          Change password
        </Button>
      </SentForm>
    </Paper>
  )
}

/** The library's words are for developers. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const at = (name: string, message: string) =>
    new Refusal(error.status, { message, fields: { [name]: { code: 'invalid', message } } }, null)
  if (error.code === 'INVALID_PASSWORD') return at('current', 'This is not your password.')
  if (error.code === 'PASSWORD_TOO_SHORT')
    return at('chosen', `Use at least ${SHORTEST_PASSWORD} characters.`)
  if (error.fields['newPassword']) return at('chosen', error.fields['newPassword'].message)
  if (error.code === 'PASSWORD_TOO_LONG')
    return at('chosen', `This is too long. Use at most ${LONGEST_PASSWORD} characters.`)
  if (error.status !== 429) return error
  return new Refusal(429, { message: 'Too many tries. Wait a minute, then try again.' }, null)
}
