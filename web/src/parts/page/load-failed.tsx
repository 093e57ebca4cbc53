import { Alert, Button, Group, Text } from '@mantine/core'

import { Refusal } from '../../api/client.ts'

/** Stands where something could not be loaded: says why, and asks again on request. */
export function LoadFailed({ error, retry }: { error: Error; retry: () => unknown }) {
  const message = error instanceof Refusal ? error.userMessage : 'Something went wrong. Please try again.'
  return (
    <Alert color="red" title="This could not be loaded" role="alert">
      <Group justify="space-between">
        <Text size="sm">{message}</Text>
        <Button size="xs" variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}
