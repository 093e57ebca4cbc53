import { Progress, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRef } from 'react'

import type { ProjectDetailsView } from '../../../src/api/console/door.ts'
import styles from './projects.module.css'
import { stepOf } from './status.tsx'
import { useSteadyLink } from '../parts/use-steady-link.ts'

/** The finished video with its captions. */
export function Player({ project, onStale }: { project: ProjectDetailsView; onStale: () => void }) {
  const [video, markDead] = useSteadyLink(project.video_url)
  const [poster] = useSteadyLink(project.thumbnail_url)
  const [captions] = useSteadyLink(project.captions?.vtt_url ?? null)
  const isRenewed = useRef(false)
  const { captions: inPicture } = project.options
  const { language } = project
  return (
    <Stage project={project}>
      <video
        src={video ?? undefined}
        poster={poster ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={project.name}
        onError={() => {
          // Its link is good for an hour: one that is older is exchanged, once.
          if (isRenewed.current) return
          isRenewed.current = true
          markDead()
          onStale()
        }}
      >
        {captions && (
          <track
            kind="captions"
            src={captions}
            srcLang={language ?? undefined}
            label="Captions"
            // Not twice, where they are in the picture already.
            default={inPicture === 'none'}
          />
        )}
      </video>
    </Stage>
  )
}

/** Where the player will be, while there is nothing to be played: how far the video is. */
export function Making({ project }: { project: ProjectDetailsView }) {
  const { progress } = project
  return (
    <Stage project={project}>
      <Stack h="100%" justify="center" align="center" p="lg" gap="sm">
        <Text fz={32} fw={650} style={{ fontVariantNumeric: 'tabular-nums' }} aria-hidden>
          {progress} %
        </Text>
        <Progress
          value={progress}
          w="min(320px, 100%)"
          transitionDuration={800}
          animated
          aria-label="How far the video is"
        />
        <Text c="dimmed" ta="center" role="status">
          {stepOf(project)}.
        </Text>
      </Stack>
    </Stage>
  )
}

/** Keeps the place of the picture in its own shape, and upright ones on the screen. */
function Stage({ project, children }: { project: ProjectDetailsView; children?: ReactNode }) {
  const [width = 16, height = 9] = project.options.aspect_ratio.split(':').map(Number)
  const style = { aspectRatio: `${width} / ${height}`, maxWidth: `calc(70dvh * ${width} / ${height})` }
  return (
    <div className={styles['stage']} style={style}>
      {children}
    </div>
  )
}
