import { Alert, Button, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'

import { Refusal } from '../../api/client.ts'

/** Stands where a page could not be shown: says why, and tries again on request. */
export function PageFailed({ error }: { error: unknown }) {
  const router = useRouter()
  const message =
    error instanceof Refusal
      ? error.userMessage
      : 'This page could not be shown. Reload it, or try again later.'
  return (
    <Stack p="md" align="flex-start">
      <Alert color="red" title="Something went wrong" role="alert">
        {message}
      </Alert>
      <Button variant="default" onClick={() => void router.invalidate()}>
        Try again
      </Button>
    </Stack>
  )
}
