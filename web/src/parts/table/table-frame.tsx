import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'

/** The frame of a table, the same as that of lists. */
export function TableFrame({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder w="100%" style={{ overflow: 'hidden' }}>
      {children}
    </Paper>
  )
}
