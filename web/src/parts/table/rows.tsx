import { Box, Paper, Skeleton } from '@mantine/core'
import { Children } from 'react'
import type { ReactNode } from 'react'
import { onTheWay } from '../page/on-the-way.ts'

const LINE = '1px solid var(--mantine-color-default-border)'

/** A list in a frame, with a line between entries. @param label names it to screen readers. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder component="ul" aria-label={label} m={0} p={0} style={{ listStyle: 'none' }}>
      {Children.toArray(children).map((child, index) => (
        // Entries bring keys of their own; these are those that `toArray` gave them.
        <Box
          component="li"
          key={(child as { key?: string }).key ?? index}
          px="md"
          py="sm"
          style={{ borderTop: index === 0 ? undefined : LINE }}
        >
          {child}
        </Box>
      ))}
    </Paper>
  )
}

/** Holds the place of a list that is on its way. @param rowHeight of an entry, in pixels. */
export function RowsOnTheWay({ count, rowHeight = 40 }: { count: number; rowHeight?: number }) {
  return (
    <Paper withBorder {...onTheWay()}>
      {Array.from({ length: count }, (_, index) => (
        <Box key={index} px="md" py="sm" style={{ borderTop: index === 0 ? undefined : LINE }}>
          <Skeleton height={rowHeight} />
        </Box>
      ))}
    </Paper>
  )
}
