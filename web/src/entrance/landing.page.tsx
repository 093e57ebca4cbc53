import { Anchor, AspectRatio, Button, Container, Grid, Group, List, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { sessionQuery } from '../api/session.ts'
import { useListedTitle } from '../parts/page/use-page-title.ts'
import { Brand } from '../shell/brand.tsx'

/** What a visitor sees who is not signed in: what this is, a video that plays, and the way in. */
export function Page() {
  const { data: session } = useQuery(sessionQuery)
  useListedTitle()
  return (
    <Container size="lg" px="md">
      <Group justify="space-between" h={64} component="header">
        <Brand />
        <Button component={Link} to="/sign-in" variant="default">
          Sign in
        </Button>
      </Group>
      <Grid gap={48} align="center" py={{ base: 24, sm: 64 }} component="main">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="lg">
            <Title order={1} fz={{ base: 34, sm: 44 }} lh={1.1}>
              A script in, a presenter video out
            </Title>
            <Text size="lg" c="dimmed">
              Write what should be said and choose who says it. Minutes later you have a finished video with
              captions, through the API or right here.
            </Text>
            <List spacing={6}>
              <List.Item>Speaks exactly your words, in sync with the lips.</List.Item>
              <List.Item>Charged once per video, never for one that fails.</List.Item>
              <List.Item>Runs on your own machines: nothing leaves them.</List.Item>
            </List>
            <Group>
              <Button component={Link} to="/sign-in" size="md">
                Sign in
              </Button>
              <Anchor href="/docs">Read the documentation</Anchor>
            </Group>
            {session?.needs_owner && (
              <Text size="sm" c="dimmed">
                This service has no users yet. Open the link that it printed when it started.
              </Text>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <AspectRatio ratio={16 / 9}>
            <video
              src="/media/presenters/maya/preview.mp4"
              poster="/media/presenters/maya/thumbnail.jpg"
              autoPlay
              muted
              loop
              playsInline
              controls
              aria-label="Maya, a presenter, introduces herself"
              style={{ borderRadius: 'var(--mantine-radius-lg)', width: '100%' }}
            />
          </AspectRatio>
        </Grid.Col>
      </Grid>
    </Container>
  )
}
