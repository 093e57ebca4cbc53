import { Alert, Button, Stack } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'

import { faultOf } from '../fault-of.ts'
import { lacksParts } from './missing-parts.ts'

/** Stands where a page could not be shown: says why, and tries again on request. */
export function PageFailed({ error }: { error: unknown }) {
  const router = useRouter()
  return (
    <Stack p="md" align="flex-start">
      <Alert color="red" title="Something went wrong" role="alert">
        {lacksParts()
          ? 'This page could not be loaded. Check your connection, then try again.'
          : faultOf(error, 'This page could not be shown. Reload it, or try again later.')}
      </Alert>
      <Button variant="default" onClick={() => (lacksParts() ? location.reload() : void router.invalidate())}>
        Try again
      </Button>
    </Stack>
  )
}
