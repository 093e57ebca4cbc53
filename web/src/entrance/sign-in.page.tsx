import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'

import { Refusal } from '../api/client.ts'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { enter, takeComeBack } from './enter.ts'
import { EntrancePage } from './entrance-page.tsx'

const route = getRouteApi('/sign-in')

/** Signing in with email and password. */
export function Page() {
  const queries = useQueryClient()
  const router = useRouter()
  const { to } = route.useSearch()
  const state = useSentForm({ email: '', password: '' }, async ({ email, password }) => {
    await enter(queries, email, password).catch((error: unknown) => {
      throw inWords(error)
    })
    const left = takeComeBack()
    if (left !== null) return location.assign(left)
    // Only paths of our own: an address from elsewhere could be a trap.
    router.history.push(to?.startsWith('/') && !to.startsWith('//') ? to : '/projects')
  })
  const { form, isSending } = state

  return (
    <EntrancePage>
      <SentForm state={state}>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isSending} fullWidth>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          No sign-in yet, or a forgotten password? Ask an owner of your account, or the people who run this
          service, for a link.
        </Text>
      </SentForm>
    </EntrancePage>
  )
}

/** The library's words are for developers. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.status === 401)
    return new Refusal(401, { message: 'This email address and password do not match.' }, null)
  if (error.status === 429) {
    return new Refusal(429, { message: 'Too many tries. Wait a minute, then try again.' }, null)
  }
  return error
}
