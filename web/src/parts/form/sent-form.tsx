import { Alert, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'

/** A form that says above its fields why it could not be sent. Its state comes from `useSentForm`. */
export function SentForm({
  state: { fault, submit },
  children,
}: {
  state: { readonly fault: string | null; readonly submit: (event?: FormEvent<HTMLFormElement>) => void }
  children: ReactNode
}) {
  return (
    <form onSubmit={submit}>
      <Stack>
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        {children}
      </Stack>
    </form>
  )
}
