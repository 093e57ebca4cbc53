import { Text } from '@mantine/core'

import type { CreatedKeyView, KeyView } from '../../../../src/api/console/door.ts'
import { AskOverlap } from './ask-overlap.tsx'
import type { Overlap } from './ask-overlap.tsx'
import { useRotateKey } from './keys-data.ts'

const DELAYS: readonly Overlap[] = [
  { seconds: 0, label: 'Stop at once', hint: 'When someone else may have seen the key.' },
  { seconds: 3_600, label: 'One more hour', hint: 'When you change one program by hand.' },
  { seconds: 86_400, label: 'One more day', hint: 'Enough for most releases.' },
  { seconds: 604_800, label: 'Seven more days', hint: 'When others have to change their programs too.' },
]

/** Replaces a key by a new one; for how long the old one still works is chosen. */
export function RotateKey({
  apiKey,
  onClose,
  onCreated,
}: {
  apiKey: KeyView
  onClose: () => void
  onCreated: (key: CreatedKeyView) => void
}) {
  const rotate = useRotateKey()
  return (
    <AskOverlap
      title={`Replace the key “${apiKey.name}”`}
      question="How long should the old key work?"
      overlaps={DELAYS}
      submitLabel="Replace key"
      onSubmit={async (worksForSeconds) =>
        onCreated(await rotate.mutateAsync({ id: apiKey.id, worksForSeconds }))
      }
      onClose={onClose}
    >
      <Text size="sm">
        You get a new key with the same name, scopes and webhook, for as long a time. Put it into your program
        while the old one,{' '}
        <Text span ff="monospace" size="sm">
          {apiKey.masked}
        </Text>
        , still works.
      </Text>
    </AskOverlap>
  )
}
