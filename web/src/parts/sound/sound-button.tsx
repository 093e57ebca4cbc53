import { ActionIcon, Tooltip } from '@mantine/core'
import { Play, Square } from 'lucide-react'

import { notifyFailed } from '../notify.ts'
import { useSound } from './use-sound.ts'

/**
 * A round button that plays a sound, and ends it when it is pressed again. One sound is heard at a time.
 *
 * @param name tells this sound from all others on the page.
 * @param label what is heard, for example "sample of Aria".
 */
export function SoundButton({
  name,
  label,
  source,
}: {
  name: string
  label: string
  source: string | (() => Promise<Blob>)
}) {
  const { stateOf, play, stop } = useSound()
  const state = stateOf(name)
  const says = state === 'silent' ? `Play ${label}` : `Stop ${label}`
  return (
    <Tooltip label={state === 'silent' ? 'Play' : 'Stop'}>
      <ActionIcon
        variant={state === 'silent' ? 'light' : 'filled'}
        radius="xl"
        size={40}
        loading={state === 'loading'}
        aria-label={says}
        onClick={() => (state === 'silent' ? void play(name, source).catch(notifyFailed) : stop())}
      >
        {state === 'playing' ? (
          <Square size={14} fill="currentColor" />
        ) : (
          <Play size={16} fill="currentColor" />
        )}
      </ActionIcon>
    </Tooltip>
  )
}
