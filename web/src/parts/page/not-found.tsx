import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { usePageTitle } from './use-page-title.ts'

/** The page for an address that leads nowhere. */
export function NotFound() {
  usePageTitle('This page does not exist')
  return (
    <Stack align="flex-start" gap="sm" p="xl">
      <Title order={1}>This page does not exist</Title>
      <Text c="dimmed">The address may be mistyped, or what it showed was deleted.</Text>
      <Button component={Link} to="/projects">
        Go to your projects
      </Button>
    </Stack>
  )
}
