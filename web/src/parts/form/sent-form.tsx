import { Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'

import { FaultNote } from '../fault-note.tsx'

/** A form that says above its fields why it could not be sent. Its state comes from `useSentForm`. */
export function SentForm({
  state: { fault, submit },
  children,
}: {
  state: { readonly fault: string | null; readonly submit: (event?: FormEvent<HTMLFormElement>) => void }
  children: ReactNode
}) {
  return (
    // The server says what is wrong, at the field and in full: a bubble of the browser would only hide it.
    <form onSubmit={submit} noValidate>
      <Stack>
        <FaultNote fault={fault} />
        {children}
      </Stack>
    </form>
  )
}
