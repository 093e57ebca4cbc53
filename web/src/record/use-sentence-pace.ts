import { useEffect, useEffectEvent, useRef } from 'react'

import { listen } from './camera/loudness.ts'
import type { Ear } from './camera/loudness.ts'

const LOOK_MS = 100
/** A pause of somebody who has read to the end. */
const PAUSE_MS = 900
/** Shortest and longest time for a word; then the next sentence comes although no pause was heard. */
const SHORTEST_WORD_MS = 180
const LONGEST_WORD_MS = 1_000
const SPARE_MS = 3_000
/** Speech stands out from the noise of the room by this. */
const ABOVE_NOISE_DB = 10
const QUIETEST_SPEECH_DB = -55

/** Goes on to the next sentence when this one was read: after it there is a pause. */
export function useSentencePace(stream: MediaStream, sentence: string, onRead: () => void): void {
  const ear = useRef<Ear | null>(null)
  useEffect(() => {
    ear.current = listen(stream)
    return () => {
      ear.current?.close()
      ear.current = null
    }
  }, [stream])

  const goOn = useEffectEvent(onRead)
  useEffect(() => {
    const words = sentence.split(' ').length
    let [passed, spoken, pause, noise] = [0, 0, 0, 0]
    const timer = setInterval(() => {
      const level = ear.current?.decibels() ?? 0
      noise = Math.min(noise, level)
      passed += LOOK_MS
      if (level > Math.max(noise + ABOVE_NOISE_DB, QUIETEST_SPEECH_DB)) {
        spoken += LOOK_MS
        pause = 0
      } else {
        pause += LOOK_MS
      }
      const isRead = spoken >= words * SHORTEST_WORD_MS && pause >= PAUSE_MS
      if (isRead || passed > words * LONGEST_WORD_MS + SPARE_MS) goOn()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [sentence])
}
