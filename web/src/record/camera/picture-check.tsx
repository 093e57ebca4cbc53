import { Group, Text } from '@mantine/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'

import { lookAt } from './picture.ts'
import type { PictureVerdict } from './picture.ts'
import classes from '../record.module.css'

const LOOK_MS = 700

/** Whether the light and the size of the picture will do, live, with what to do about it. */
export function PictureCheck({ stream }: { stream: MediaStream }) {
  const [verdict, setVerdict] = useState<PictureVerdict | null>(null)
  useEffect(() => {
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.srcObject = stream
    // One that may not play shows its first picture, which is enough.
    video.play().catch(() => undefined)
    const timer = setInterval(() => setVerdict((before) => same(before, lookAt(video))), LOOK_MS)
    return () => {
      clearInterval(timer)
      video.srcObject = null
    }
  }, [stream])
  const Icon = verdict?.isGood === false ? CircleAlert : CircleCheck
  return (
    <div>
      <Text size="sm" fw={500}>
        Picture
      </Text>
      <Group gap={6} wrap="nowrap" align="flex-start" mih={22} role="status">
        {verdict && (
          <>
            <Icon
              size={16}
              className={classes['sign']}
              color={`var(--mantine-color-${verdict.isGood ? 'green' : 'yellow'}-light-color)`}
              aria-hidden
            />
            <Text size="sm" c="dimmed">
              {verdict.says}
            </Text>
          </>
        )}
      </Group>
    </div>
  )
}

/** The one before where nothing has changed, so that nothing is said twice. */
function same(before: PictureVerdict | null, now: PictureVerdict | null): PictureVerdict | null {
  return before?.says === now?.says ? before : now
}
