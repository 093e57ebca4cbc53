import { Alert, Button, Paper, PasswordInput, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'

import { askSignIn, Refusal } from '../api/client.ts'
import { useEntranceForm } from '../entrance/use-form.ts'
import { useMe } from '../api/session.ts'
import { tellDone } from '../parts/tell.ts'
import { sessionsQuery } from './sessions-query.ts'

const SHORTEST = 15

/** Changing the password: with the one so far, so that nobody does it at a screen left open. */
export function PasswordForm() {
  const queries = useQueryClient()
  const { person } = useMe()
  const { field, fault, isSending, send, clear } = useEntranceForm(['current', 'chosen'])

  const submit = () =>
    send(async ({ current, chosen }) => {
      const request = { currentPassword: current, newPassword: chosen, revokeOtherSessions: true }
      await askSignIn('POST', '/change-password', request).catch((error: unknown) => {
        throw inWords(error)
      })
      clear()
      tellDone('Your password is changed, and every other device is signed out.')
      await queries.invalidateQueries(sessionsQuery)
    })

  return (
    <Paper withBorder p="md" maw={520}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          {fault && (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          )}
          {/* Password managers file the new password under it. */}
          <input type="email" autoComplete="username" value={person.email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            {...field('current')}
          />
          <PasswordInput
            label="New password"
            description={`At least ${SHORTEST} characters. A few words in a row are easy to remember.`}
            autoComplete="new-password"
            required
            minLength={SHORTEST}
            {...field('chosen')}
          />
          <Button type="submit" loading={isSending} style={{ alignSelf: 'flex-start' }}>
            Change password
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}

/** The library's words are for developers. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const at = (name: string, message: string) =>
    new Refusal(error.status, { message, fields: { [name]: { code: 'invalid', message } } }, null)
  if (error.code === 'INVALID_PASSWORD') return at('current', 'This is not your password.')
  if (error.code === 'PASSWORD_TOO_SHORT') return at('chosen', `Use at least ${SHORTEST} characters.`)
  if (error.code === 'PASSWORD_TOO_LONG') return at('chosen', 'This is too long. Use at most 128 characters.')
  if (error.status !== 429) return error
  return new Refusal(429, { message: 'Too many tries. Wait a minute, then try again.' }, null)
}
