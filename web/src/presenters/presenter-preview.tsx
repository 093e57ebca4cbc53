import { ActionIcon, Tooltip } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { Play, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'

import type { PresenterItem } from './queries.ts'
import classes from './presenters.module.css'

/** How much of a presenter is shown: a picture, the moving picture without sound, or all of it. */
export type PreviewState = 'still' | 'moving' | 'speaking'

/**
 * A presenter's picture, which moves while it is pointed at or focused, and speaks when its button is pressed.
 *
 * @param onChange asks for another state; the page lets one presenter move at a time.
 */
export function PresenterPreview({
  presenter,
  state,
  onChange,
}: {
  presenter: PresenterItem
  state: PreviewState
  onChange: (state: PreviewState) => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const wantsStillness = useReducedMotion()
  const isSpeaking = state === 'speaking'

  useEffect(() => {
    if (!video.current) return
    video.current.muted = !isSpeaking
    if (isSpeaking) video.current.currentTime = 0
    // A preview that was left before it began is no failure.
    video.current.play().catch(() => undefined)
  }, [state, isSpeaking])

  const move = () => {
    if (state === 'still' && !wantsStillness) onChange('moving')
  }
  const rest = () => {
    if (state === 'moving') onChange('still')
  }
  return (
    <div
      className={classes['stage']}
      onPointerEnter={move}
      onPointerLeave={rest}
      onFocus={move}
      onBlur={rest}
    >
      <img src={presenter.thumbnail_url} alt="" width={640} height={360} loading="lazy" />
      {state !== 'still' && (
        <video
          ref={video}
          src={presenter.preview_video_url}
          poster={presenter.thumbnail_url}
          aria-hidden
          playsInline
          muted
          loop={!isSpeaking}
          onEnded={() => onChange('still')}
        />
      )}
      <Tooltip label={isSpeaking ? 'Stop' : 'Play with sound'}>
        <ActionIcon
          className={classes['play'] ?? ''}
          variant="default"
          radius="xl"
          size={40}
          aria-label={isSpeaking ? `Stop ${presenter.name}` : `Hear ${presenter.name} speak`}
          onClick={() => onChange(isSpeaking ? 'still' : 'speaking')}
        >
          {isSpeaking ? <Square size={14} fill="currentColor" /> : <Play size={16} fill="currentColor" />}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
