import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import { useListedTitle } from '../parts/page/use-page-title.ts'
import { Brand } from '../shell/brand.tsx'

/** The frame of the pages on the way in: one card in the middle, or across a phone. */
export function EntrancePage({
  title: given,
  intro,
  children,
}: {
  /** Default: as the list of pages has it. */
  title?: string
  intro?: ReactNode
  children: ReactNode
}) {
  const title = useListedTitle(given)
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={420} gap="lg">
        <Brand />
        <Paper withBorder p="xl">
          <Stack gap="md">
            <div>
              <Title order={1}>{title}</Title>
              {intro && (
                <Text c="dimmed" mt={4}>
                  {intro}
                </Text>
              )}
            </div>
            {children}
          </Stack>
        </Paper>
      </Stack>
    </Center>
  )
}
