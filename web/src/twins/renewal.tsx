import { Button, Stack, Text } from '@mantine/core'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { RetryButton } from './retry-button.tsx'
import { statusOf } from './status.ts'

/** What is recorded or built to take the place of a twin, which is used until then. */
export function Renewal({
  renewal,
  onRecord,
}: {
  renewal: TwinRecordView
  onRecord: (twin: TwinRecordView) => void
}) {
  const { word, says, records } = statusOf(renewal, true)
  return (
    <Stack gap={6} mt="md">
      <Text size="sm">
        <b>Renewal: {word.toLowerCase()}.</b> {says}
      </Text>
      {renewal.retry === 'possible' && <RetryButton twin={renewal} />}
      {records !== null && (
        <Button
          variant="light"
          fullWidth
          aria-label={`${records}: renewal of ${renewal.name}`}
          onClick={() => onRecord(renewal)}
        >
          {records}
        </Button>
      )}
    </Stack>
  )
}
