import { Box, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { CopyIcon } from '../parts/code-block.tsx'
import classes from './developer.module.css'

/** What there is to know of something: names with their values, side by side as far as there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Group component="dl" gap="xl" m={0} align="flex-start">
      {children}
    </Group>
  )
}

/**
 * One of them.
 *
 * @param copies an identifier, shown with a button that copies it; children are shown in its place.
 */
export function Fact({ name, copies, children }: { name: string; copies?: string; children?: ReactNode }) {
  return (
    <Box>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} mt={4}>
        {copies === undefined ? (
          children
        ) : (
          <Group component="span" gap={6} wrap="nowrap">
            <span className={classes['mono']}>{children ?? copies}</span>
            <CopyIcon value={copies} label={`Copy ${name.toLowerCase()} id`} size={24} />
          </Group>
        )}
      </Text>
    </Box>
  )
}
