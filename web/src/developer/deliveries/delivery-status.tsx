import { Badge } from '@mantine/core'
import { Ban, Check, Clock, Pause, RotateCw, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import type { DeliveryView } from '../../../../src/api/console/door.ts'

type Status = DeliveryView['status']

const LOOKS: Readonly<Record<Status, { label: string; color: string; icon: LucideIcon; means: string }>> = {
  delivered: { label: 'Delivered', color: 'green', icon: Check, means: 'Your server took the event.' },
  pending: {
    label: 'Sending',
    color: 'accent',
    icon: Clock,
    means: 'It is being sent, or will be tried again.',
  },
  exhausted: {
    label: 'Failed',
    color: 'red',
    icon: X,
    means: 'Every attempt of three days failed. Fix your server, then send the event again.',
  },
  gone: {
    label: 'Ended',
    color: 'red',
    icon: X,
    means: 'Your server answered that it wants no more of it (410), or the video was deleted.',
  },
  endpoint_disabled: {
    label: 'Held',
    color: 'yellow',
    icon: Pause,
    means: 'Your webhook is switched off. The event follows when it is switched on again.',
  },
  no_destination: {
    label: 'Not sent',
    color: 'gray',
    icon: Ban,
    means: 'There was no webhook to send it to. Set one, then send the event again.',
  },
}

/** Refused at least once, and tried again. */
const RETRYING = { label: 'Retrying', color: 'yellow', icon: RotateCw }

/** Where a delivery stands, in a word. @param hasFailed whether an attempt of it was made and failed. */
export function DeliveryBadge({ status, hasFailed }: { status: Status; hasFailed: boolean }) {
  const { label, color, icon: Icon } = status === 'pending' && hasFailed ? RETRYING : LOOKS[status]
  return (
    <Badge
      variant="light"
      color={color}
      tt="none"
      miw="max-content"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {label}
    </Badge>
  )
}

/** What that means and what helps, in a sentence. */
export function deliveryMeaning(status: Status): string {
  return LOOKS[status].means
}

/** What an event says, in words. */
export function eventName(event: DeliveryView['event']): string {
  return event === 'video.ready' ? 'A video is ready' : 'A video has failed'
}
