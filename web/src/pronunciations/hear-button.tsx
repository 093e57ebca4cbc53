import { Button } from '@mantine/core'
import { Play, Square } from 'lucide-react'

import { useSound } from '../parts/sound/use-sound.ts'

/** Plays a word that is being tried; pressed again, it ends. @param name tells this sound from others on the page. */
export function HearButton({
  label,
  name,
  source,
  onFault,
  disabled,
  isMain = false,
}: {
  label: string
  name: string
  source: () => Promise<Blob>
  onFault: (fault: unknown) => void
  disabled: boolean
  isMain?: boolean
}) {
  const { stateOf, play, stop } = useSound()
  const state = stateOf(name)
  const Icon = state === 'playing' ? Square : Play
  return (
    <Button
      variant={isMain ? 'light' : 'default'}
      disabled={disabled}
      loading={state === 'loading'}
      leftSection={<Icon size={14} fill="currentColor" aria-hidden />}
      aria-label={state === 'playing' ? 'Stop' : `Play: ${label.toLowerCase()}`}
      onClick={() => (state === 'silent' ? void play(name, source).catch(onFault) : stop())}
    >
      {label}
    </Button>
  )
}
