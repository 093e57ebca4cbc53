import { Badge, Button, Card, Group, Progress, Stack, Text } from '@mantine/core'

import type { ListedTwinView, TwinRecordView } from '../../../src/api/console/door.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import { UseInVideo } from '../parts/use-in-video.tsx'
import { RetryButton } from './retry-button.tsx'
import { isUsable, statusOf } from './status.ts'
import { Renewal } from './renewal.tsx'
import { TwinMenu } from './twin-menu.tsx'
import { TwinPicture } from './twin-picture.tsx'

/**
 * One twin: picture, voice, where it stands, and what can be done with it.
 *
 * @param onRecord starts another recording of it.
 */
export function TwinCard({
  twin,
  hasPlan,
  isElsewhere = false,
  onRecord,
}: {
  twin: ListedTwinView
  hasPlan: boolean
  isElsewhere?: boolean
  onRecord: (twin: TwinRecordView) => void
}) {
  const { id, name, state, voice_name: voice } = twin
  const { word, says, color, records } = statusOf(twin, hasPlan)
  const canRecord = records !== null && twin.renewal === null && !isElsewhere
  return (
    <Card component="li" withBorder padding="md">
      <Card.Section>
        <TwinPicture twin={twin} />
      </Card.Section>
      <Group justify="space-between" mt="sm" wrap="nowrap">
        <Text component="h2" fw={600} truncate>
          {name}
        </Text>
        <Group gap={4} wrap="nowrap">
          {!isElsewhere && state === 'ready' && <CopyIcon value={id} label={`Copy the id of ${name}`} />}
          <TwinMenu twin={twin} isElsewhere={isElsewhere} onRecord={() => onRecord(twin)} />
        </Group>
      </Group>
      <Stack gap={6} mb="md" align="flex-start">
        <Badge variant="light" color={color}>
          {word}
        </Badge>
        <Text size="sm" c="dimmed">
          {says}
        </Text>
        {state === 'building' && (
          <Progress w="100%" value={twin.progress} aria-label={`How much of ${name} is built`} />
        )}
        {state === 'ready' && voice !== null && (
          <Text size="sm" c="dimmed">
            Voice: {voice}
          </Text>
        )}
      </Stack>
      {isUsable(twin, hasPlan) && !isElsewhere && <UseInVideo who={{ twin_id: id }} name={name} />}
      {twin.retry === 'possible' && !isElsewhere && <RetryButton twin={twin} />}
      {twin.renewal && <Renewal renewal={twin.renewal} onRecord={onRecord} />}
      {canRecord && (
        <Button
          variant="light"
          fullWidth
          mt="auto"
          aria-label={`${records}: ${name}`}
          onClick={() => onRecord(twin)}
        >
          {records}
        </Button>
      )}
    </Card>
  )
}
