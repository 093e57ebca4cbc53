import { Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'

import { listen } from './loudness.ts'
import classes from '../record.module.css'

const LOOK_MS = 100
/** The quietest that the meter shows, in dB below the loudest. */
const FLOOR_DB = -60
const QUIET_DB = -45
const LOUD_DB = -6
/** A word or a pause does not change what is said about the sound. */
const REMEMBERED = 25

/** How loud it is at the microphone, live, with what to do about it. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const levels = useLevels(stream)
  return (
    <div>
      <Group justify="space-between" gap={6} mb={6}>
        <Text size="sm" fw={500}>
          Sound
        </Text>
        <Text size="sm" c="dimmed" role="status">
          {verdict(levels).says}
        </Text>
      </Group>
      <Bar levels={levels} />
    </div>
  )
}

/** The same without words, to be seen from the corner of the eye while something is recorded. */
export function LevelBar({ stream }: { stream: MediaStream }) {
  return <Bar levels={useLevels(stream)} />
}

function Bar({ levels }: { levels: readonly number[] }) {
  const percent = Math.round((1 - Math.max(FLOOR_DB, levels.at(-1) ?? FLOOR_DB) / FLOOR_DB) * 100)
  return (
    <div
      className={classes['meter']}
      role="meter"
      aria-label="Loudness at the microphone"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%`, background: verdict(levels).color }} />
    </div>
  )
}

/** The last levels in dB below the loudest that there is, the newest last. */
function useLevels(stream: MediaStream): readonly number[] {
  const [levels, setLevels] = useState<readonly number[]>([])
  useEffect(() => {
    const ear = listen(stream)
    const timer = setInterval(() => {
      setLevels((before) => [...before.slice(1 - REMEMBERED), ear.decibels()])
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      ear.close()
    }
  }, [stream])
  return levels
}

function verdict(levels: readonly number[]): { says: string; color: string } {
  const loudest = Math.max(FLOOR_DB, ...levels)
  if (loudest < QUIET_DB) {
    return { says: 'Say something: hardly anything is heard', color: 'var(--mantine-color-yellow-6)' }
  }
  if (loudest > LOUD_DB) {
    return { says: 'Too loud: move away from the microphone', color: 'var(--mantine-color-red-6)' }
  }
  return { says: 'Good', color: 'var(--mantine-color-green-6)' }
}
