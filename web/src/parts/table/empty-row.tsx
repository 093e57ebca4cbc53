import { Group, Paper, Text, ThemeIcon } from '@mantine/core'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** What a list shows within a page while it is empty, in the height of one entry: what will be here. */
export function EmptyRow({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
}) {
  return (
    <Paper withBorder px="md" py="sm">
      <Group gap="sm" wrap="nowrap">
        <ThemeIcon size={36} radius="xl" variant="default">
          <Icon size={18} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={550}>{title}</Text>
          <Text size="sm" c="dimmed">
            {children}
          </Text>
        </div>
      </Group>
    </Paper>
  )
}
