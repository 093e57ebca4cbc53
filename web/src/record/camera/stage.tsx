import { Box } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, SyntheticEvent } from 'react'

import classes from '../record.module.css'

/** Width by height, as long as no camera has said otherwise. */
const WIDE = 16 / 9

/**
 * The picture of the camera as in a mirror, in the shape in which the camera shows it: telephones show it upright.
 *
 * @param hasGuide draws where head and shoulders belong.
 * @param children shown over it.
 */
export function Stage({
  stream,
  hasGuide = false,
  children,
}: {
  stream: MediaStream | null
  hasGuide?: boolean
  children?: ReactNode
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [shape, setShape] = useState(WIDE)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  const measure = ({ currentTarget: { videoWidth, videoHeight } }: SyntheticEvent<HTMLVideoElement>) => {
    if (videoHeight > 0) setShape(videoWidth / videoHeight)
  }
  return (
    <Box className={classes['stage'] ?? ''} __vars={{ '--shape': String(shape) }}>
      <video
        ref={video}
        className={classes['mirrored']}
        autoPlay
        muted
        playsInline
        onLoadedMetadata={measure}
        onResize={measure}
        aria-label="You, as in a mirror"
      />
      {hasGuide && (shape < 1 ? <UprightGuide /> : <Guide />)}
      {children}
    </Box>
  )
}

/** Head and shoulders in the middle: a face a third as high as the picture. */
function Guide() {
  return (
    <svg className={classes['guide']} viewBox="0 0 160 90" aria-hidden>
      <ellipse cx="80" cy="38" rx="17" ry="23" />
      <path d="M40 90 C42 72 58 68 70 64 M120 90 C118 72 102 68 90 64" />
    </svg>
  )
}

/** The same face for a picture that is higher than wide. */
function UprightGuide() {
  return (
    <svg className={classes['guide']} viewBox="0 0 90 160" aria-hidden>
      <ellipse cx="45" cy="62" rx="19" ry="26" />
      <path d="M4 128 C8 104 26 98 35 92 M86 128 C82 104 64 98 55 92" />
    </svg>
  )
}
