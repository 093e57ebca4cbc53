import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { useListedTitle } from './use-page-title.ts'

/** The head of a page: its name, one sentence on what it is for, and its main action at the right. */
export function PageHeader({
  title: given,
  children,
  action,
}: {
  /** Default: as the list of pages has it. */
  title?: string | undefined
  children?: ReactNode
  action?: ReactNode
}) {
  const title = useListedTitle(given)
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Stack gap={4} maw={640} flex="1 1 280px">
        <Title order={1}>{title}</Title>
        {children && <Text c="dimmed">{children}</Text>}
      </Stack>
      {action}
    </Group>
  )
}
