import { Center } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { ScanFace } from 'lucide-react'
import { useState } from 'react'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { useSteadyLink } from '../parts/use-steady-link.ts'
import classes from './twins.module.css'

/** A twin's picture, which moves without a sound while it is pointed at. */
export function TwinPicture({ twin }: { twin: TwinRecordView }) {
  const [picture, markPictureDead] = useSteadyLink(twin.thumbnail_url)
  const [preview, markPreviewDead] = useSteadyLink(twin.preview_video_url)
  const [isLookedAt, setIsLookedAt] = useState(false)
  /** The picture that could not be loaded. */
  const [missing, setMissing] = useState<string | null>(null)
  const wantsStillness = useReducedMotion()
  return (
    <div
      className={classes['stage']}
      onPointerEnter={() => setIsLookedAt(true)}
      onPointerLeave={() => setIsLookedAt(false)}
    >
      {picture === null || picture === missing ? (
        <Center h="100%">
          <ScanFace size={32} aria-hidden />
        </Center>
      ) : (
        <img
          src={picture}
          alt=""
          loading="lazy"
          onError={() => {
            setMissing(picture)
            markPictureDead()
          }}
        />
      )}
      {isLookedAt && !wantsStillness && preview !== null && (
        <video src={preview} autoPlay muted loop playsInline aria-hidden onError={markPreviewDead} />
      )}
    </div>
  )
}
