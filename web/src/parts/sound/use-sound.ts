import { useSyncExternalStore } from 'react'

/** What is heard on the page: nothing, or one sound, by the name that its button gave it. */
interface Heard {
  readonly name: string | null
  /** `loading` until the first sound is there. */
  readonly state: 'silent' | 'loading' | 'playing'
}

const SILENCE: Heard = { name: null, state: 'silent' }

let heard: Heard = SILENCE
let player: HTMLAudioElement | null = null
let objectUrl: string | null = null
const listeners = new Set<() => void>()

/** The page's one player: whoever plays a sound ends the one before. */
export function useSound() {
  const now = useSyncExternalStore(subscribe, () => heard)
  return {
    stateOf: (name: string) => (now.name === name ? now.state : 'silent'),
    play,
    stop,
  }
}

/**
 * Plays a sound, whatever is played at the moment.
 *
 * @param source an address, or what brings the sound: it is not played when another one was asked for meanwhile.
 * @throws what `source` throws, and when the browser cannot play it.
 */
async function play(name: string, source: string | (() => Promise<Blob>)): Promise<void> {
  stop()
  const mine: Heard = { name, state: 'loading' }
  become(mine)
  try {
    if (typeof source === 'string') objectUrl = null
    const url = typeof source === 'string' ? source : URL.createObjectURL(await source())
    if (heard !== mine) return
    if (url.startsWith('blob:')) objectUrl = url
    player ??= new Audio()
    player.src = url
    player.onended = stop
    await player.play()
    if (heard === mine) become({ name, state: 'playing' })
  } catch (error) {
    // Stopping a sound that is still loading is no failure.
    if (heard !== mine) return
    stop()
    throw error
  }
}

function stop(): void {
  player?.pause()
  if (objectUrl !== null) URL.revokeObjectURL(objectUrl)
  objectUrl = null
  become(SILENCE)
}

function become(next: Heard): void {
  heard = next
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
    // The page that the sound belongs to is gone.
    if (listeners.size === 0) stop()
  }
}
