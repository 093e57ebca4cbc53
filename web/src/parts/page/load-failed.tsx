import { Alert, Button, Group, Text } from '@mantine/core'

import { faultOf } from '../fault-of.ts'

/** Stands where something could not be loaded: says why, and asks again on request. */
export function LoadFailed({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <Alert color="red" title="This could not be loaded" role="alert">
      <Group justify="space-between">
        <Text size="sm">{faultOf(error)}</Text>
        <Button size="xs" variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
