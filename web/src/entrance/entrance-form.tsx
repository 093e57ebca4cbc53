import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

import { FaultNote } from '../parts/fault-note.tsx'

/** A short form that shows above its fields why it could not be sent. The state comes from `useEntranceForm`. */
export function EntranceForm({
  fault,
  onSubmit,
  children,
}: {
  fault: string | null
  onSubmit: () => Promise<void>
  children: ReactNode
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <Stack>
        <FaultNote fault={fault} />
        {children}
      </Stack>
    </form>
  )
}
