import { Box, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'

/** A part of a page with its name, what it is for, and its main action at the right. */
export function Section({
  title,
  about,
  action,
  children,
}: {
  title: string
  about?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="md">
        <Stack gap={2} maw={640} flex="1 1 240px">
          <Title order={2} id={id}>
            {title}
          </Title>
          {about && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </Stack>
        {action}
      </Group>
      {children}
    </Box>
  )
}
