import { Box, Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'

/** A part of a page with a name of its own, what it is for in a sentence, and its action at the right. */
export function Section({
  title,
  intro,
  action,
  children,
}: {
  title: ReactNode
  intro?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} mb="xl">
      <Group justify="space-between" align="flex-end" gap="sm" mb="sm">
        <Box flex="1 1 260px">
          <Title order={2} id={id}>
            {title}
          </Title>
          {intro && (
            <Text c="dimmed" size="sm" maw={640}>
              {intro}
            </Text>
          )}
        </Box>
        {action}
      </Group>
      {children}
    </Box>
  )
}
