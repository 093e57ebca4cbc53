import { Badge } from '@mantine/core'
import { Check, Clock, LoaderCircle, TriangleAlert } from 'lucide-react'

import type { ProjectView } from '../../../src/api/console/door.ts'

const STATUS = {
  queued: { label: 'Waiting', color: 'gray', icon: Clock },
  rendering: { label: 'Being made', color: 'accent', icon: LoaderCircle },
  ready: { label: 'Ready', color: 'green', icon: Check },
  failed: { label: 'Failed', color: 'red', icon: TriangleAlert },
} as const

/** Where a video is in its life, in words and with a sign. */
export function StatusBadge({ status, progress }: Pick<ProjectView, 'status' | 'progress'>) {
  const { label, color, icon: Icon } = STATUS[status]
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={12} aria-hidden />}>
      {label}
      {status === 'rendering' && ` · ${progress} %`}
    </Badge>
  )
}

/** Percent of the work at which each step begins, as the server counts it. */
const STEPS = [
  { from: 90, words: 'Putting sound and picture together' },
  { from: 40, words: 'Drawing the picture' },
  { from: 0, words: 'Speaking the script' },
] as const

/** What happens to a video at the moment, for the person who waits for it. */
export function stepOf({ status, progress }: Pick<ProjectView, 'status' | 'progress'>): string {
  if (status === 'queued') return 'Waiting until another video of your account is finished'
  return STEPS.find(({ from }) => progress >= from)?.words ?? 'Starting'
}
