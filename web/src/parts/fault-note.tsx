import { Alert } from '@mantine/core'

/** Says why a form could not be sent. Nothing when there is no fault. */
export function FaultNote({ fault }: { fault: string | null | undefined }) {
  if (!fault) return null
  return (
    <Alert color="red" role="alert">
      {fault}
    </Alert>
  )
}
