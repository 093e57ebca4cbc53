import { Text } from '@mantine/core'

import { AskOverlap } from '../keys/ask-overlap.tsx'
import type { Overlap } from '../keys/ask-overlap.tsx'

const OVERLAPS: readonly Overlap[] = [
  { seconds: 86_400, label: 'One more day', hint: 'Nothing is missed while you change your server over.' },
  { seconds: 3_600, label: 'One more hour', hint: 'When you change it right away.' },
  { seconds: 0, label: 'Stop at once', hint: 'When someone else may have seen the old secret.' },
]

/** Makes a new signing secret; for how long the old one still signs is chosen. @param rotate makes it, given the seconds of that. */
export function MakeSecret({
  rotate,
  onClose,
  onRotated,
}: {
  rotate: (seconds: number) => Promise<string>
  onClose: () => void
  onRotated: (secret: string) => void
}) {
  return (
    <AskOverlap
      title="Make a new signing secret"
      question="How long should the old secret sign?"
      overlaps={OVERLAPS}
      submitLabel="Make new secret"
      onSubmit={async (seconds) => onRotated(await rotate(seconds))}
      onClose={onClose}
    >
      <Text size="sm">
        The header <code>X-Service-Signature</code> uses the new secret from now on;{' '}
        <code>webhook-signature</code> carries signatures of both until the old one stops. What your server
        refuses meanwhile is sent again.
      </Text>
    </AskOverlap>
  )
}
