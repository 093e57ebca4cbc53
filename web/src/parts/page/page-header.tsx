import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { usePageTitle } from './use-page-title.ts'

/** The head of a page: its name, one sentence on what it is for, and its main action at the right. */
export function PageHeader({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  usePageTitle(title)
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
