import { Alert, Badge } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'

import { Moment } from '../../parts/time/moment.tsx'
import type { WebhookView } from './webhook-data.ts'

/** How deliveries to the webhook, or to an endpoint, go. */
export interface Health {
  readonly status: string
  readonly failing_since: string | null
}

/** Whether events get to where they are sent, in one word. */
export function HealthBadge({ health, size = 'lg' }: { health: Health; size?: 'md' | 'lg' }) {
  const [label, color] = statusOf(health)
  return (
    <Badge variant="light" color={color} tt="none" size={size} miw="max-content">
      {label}
    </Badge>
  )
}

function statusOf({ status, failing_since: failingSince }: Health): [label: string, color: string] {
  if (status === 'none') return ['Not set up', 'gray']
  if (status === 'paused') return ['Paused', 'gray']
  if (status === 'disabled') return ['Switched off', 'red']
  return failingSince === null ? ['Active', 'green'] : ['Failing', 'yellow']
}

/** What has gone wrong with the webhook, and what helps; nothing while all is well. */
export function WebhookTrouble({ webhook }: { webhook: WebhookView }) {
  const { status, failing_since: failingSince, disabled_at: disabledAt, disabled_because: why } = webhook
  const icon = <TriangleAlert size={18} aria-hidden />
  if (status === 'disabled' && disabledAt !== null) {
    return (
      <Alert color="red" icon={icon} title="Deliveries are paused">
        It was switched off <Moment at={disabledAt} />, because{' '}
        {why === 'gone'
          ? 'your server answered 410, which means that it wants no more events.'
          : 'every attempt of five days failed.'}{' '}
        Events are held for 30 days. Fix your server, then send a test event or save the URL again: what was
        missed follows.
      </Alert>
    )
  }
  if (status === 'enabled' && failingSince !== null) {
    return (
      <Alert color="yellow" icon={icon} title="Your server does not take events">
        Attempts have failed since <Moment at={failingSince} />. They are repeated over three days. The
        deliveries say what your server answered.
      </Alert>
    )
  }
  return null
}
