import { AspectRatio, Badge, Card, Center, Group, Image, Text } from '@mantine/core'
import { Ban, CircleCheck, LoaderCircle, ScanFace } from 'lucide-react'
import type { z } from 'zod'

import type { Twin } from '../../../src/api/v1/twins/schema.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import { UseInVideo } from '../parts/use-in-video.tsx'

type TwinView = z.infer<typeof Twin>

/** One twin: picture, name, voice, and whether a video can be made with it. */
export function TwinCard({ twin }: { twin: TwinView }) {
  const { word, says, color, icon: Icon } = standing(twin)
  return (
    <Card withBorder padding="md" component="article" aria-label={twin.name}>
      <Card.Section>
        <AspectRatio ratio={16 / 9}>
          {twin.thumbnail_url ? (
            <Image src={twin.thumbnail_url} alt="" />
          ) : (
            <Center bg="var(--mantine-color-default-hover)">
              <ScanFace size={32} aria-hidden />
            </Center>
          )}
        </AspectRatio>
      </Card.Section>
      <Group justify="space-between" mt="sm" wrap="nowrap">
        <Text fw={600} truncate>
          {twin.name}
        </Text>
        <CopyIcon value={twin.id} label={`Copy the id of ${twin.name}`} />
      </Group>
      <Text size="sm" c="dimmed">
        {twin.voice_name ? `Speaks with the voice ${twin.voice_name}.` : 'Has no voice yet.'}
      </Text>
      <Badge variant="light" color={color} mt="sm" leftSection={<Icon size={12} aria-hidden />}>
        {word}
      </Badge>
      <Text size="xs" c="dimmed" mt={6} mb="md">
        {says}
      </Text>
      {twin.usable_in_videos && <UseInVideo who={{ twin_id: twin.id }} name={twin.name} />}
    </Card>
  )
}

function standing({ status, usable_in_videos }: TwinView) {
  if (status === 'building') {
    return {
      word: 'Being built',
      says: 'It can be used when it is ready.',
      color: 'gray',
      icon: LoaderCircle,
    }
  }
  if (usable_in_videos) {
    return { word: 'Ready', says: 'Videos can be made with it.', color: 'green', icon: CircleCheck }
  }
  return {
    word: 'Not for videos',
    says: 'Your plan, or the way it was set up, does not allow it.',
    color: 'gray',
    icon: Ban,
  }
}
