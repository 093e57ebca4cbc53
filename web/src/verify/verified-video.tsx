import { Alert, Box, Paper, Text } from '@mantine/core'
import { Check } from 'lucide-react'

import type { VerifiedVideoView } from '../../../src/api/console/door.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import classes from './verified-video.module.css'

/** The video that a file is of: who speaks, with which voice, and which script. */
export function VerifiedVideo({ video, isUnaltered }: { video: VerifiedVideoView; isUnaltered: boolean }) {
  return (
    <>
      <Box component="dl" className={classes['facts']}>
        <Fact term="Title">{video.title ?? 'Without a title'}</Fact>
        <Fact term="Presenter">{video.presenter_name}</Fact>
        <Fact term="Voice">{video.voice_name}</Fact>
        <Fact term="Length">
          {video.duration_seconds === null ? '–' : `${video.duration_seconds.toFixed(1)} s`}
        </Fact>
        <Fact term="Video id" wide>
          {video.id} <CopyIcon value={video.id} label="Copy the video id" />
        </Fact>
      </Box>
      <Box>
        <Text size="sm" c="dimmed" mb={4} id="script-it-speaks">
          {isUnaltered ? 'The script it speaks' : 'The script that the video was made from'}
        </Text>
        <Paper
          withBorder
          p="md"
          bg="var(--mantine-color-default-hover)"
          aria-labelledby="script-it-speaks"
          role="group"
        >
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{video.script}</Text>
        </Paper>
        {isUnaltered && <Words faults={video.word_faults} />}
      </Box>
    </>
  )
}

function Words({ faults }: { faults: readonly string[] }) {
  if (faults.length > 0) {
    return (
      <Alert color="red" mt="sm" title="The words do not match the script">
        {faults.slice(0, 5).join(' ')}
      </Alert>
    )
  }
  return (
    <Text size="sm" mt="xs">
      <Check size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> Every word of the script is in the
      video, in this order.
    </Text>
  )
}

function Fact({ term, wide = false, children }: { term: string; wide?: boolean; children: React.ReactNode }) {
  return (
    <Box className={wide ? classes['wide'] : undefined}>
      <Text component="dt" size="sm" c="dimmed">
        {term}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Box>
  )
}
