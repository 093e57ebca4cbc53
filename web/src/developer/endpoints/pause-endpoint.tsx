import { Button } from '@mantine/core'

import { notifyDone, notifyFailed } from '../../parts/notify.ts'
import { usePauseEndpoint } from './endpoints-data.ts'
import type { EndpointView } from './endpoints-data.ts'

/** The button that holds events of an endpoint back, or has them sent again. */
export function PauseEndpoint({ endpoint }: { endpoint: EndpointView }) {
  const pause = usePauseEndpoint()
  const { id, url, description, status } = endpoint
  const paused = status === 'enabled'
  const label = paused ? 'Pause' : 'Resume'

  const change = () =>
    pause.mutate(
      { id, paused },
      {
        onSuccess: () =>
          notifyDone(
            paused
              ? 'Paused. Its events are held for 30 days.'
              : 'Resumed. It is sent the events that were held, too.',
          ),
        onError: notifyFailed,
      },
    )

  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${label}: ${description ?? url}`}
      loading={pause.isPending}
      onClick={change}
    >
      {label}
    </Button>
  )
}
