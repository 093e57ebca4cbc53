import { Radio, Text } from '@mantine/core'
import { Check, UserRound } from 'lucide-react'
import { useState } from 'react'

import styles from './new-video.module.css'

/** A presenter or twin that can be chosen, with a picture. */
interface Person {
  readonly id: string
  readonly name: string
  readonly thumbnail_url: string | null
  readonly preview_video_url: string | null
}

/** A presenter or twin to be chosen. They move, without a sound, while they are pointed at or focused. */
export function PersonCard({
  person: { id, name, thumbnail_url, preview_video_url },
  note,
  disabled = false,
}: {
  person: Person
  note?: string
  disabled?: boolean
}) {
  const [isLookedAt, setIsLookedAt] = useState(false)
  const look = () => setIsLookedAt(!prefersStillness())
  const lookAway = () => setIsLookedAt(false)
  return (
    <Radio.Card
      value={id}
      disabled={disabled}
      className={styles['choice'] ?? ''}
      onMouseEnter={look}
      onMouseLeave={lookAway}
      onFocus={look}
      onBlur={lookAway}
    >
      <span className={styles['picture']}>
        {thumbnail_url ? <img src={thumbnail_url} alt="" loading="lazy" /> : <UserRound aria-hidden />}
        {isLookedAt && preview_video_url && (
          <video src={preview_video_url} autoPlay muted loop playsInline aria-hidden tabIndex={-1} />
        )}
        <ChosenTick />
      </span>
      <span className={styles['name']}>
        {name}
        {note && (
          <Text span display="block" size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </span>
    </Radio.Card>
  )
}

/** Shown by the style sheet on the card that is chosen. */
export function ChosenTick() {
  return (
    <span className={styles['tick']} aria-hidden>
      <Check size={14} />
    </span>
  )
}

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
