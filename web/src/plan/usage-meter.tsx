import { Box, Group, Paper, Progress, SimpleGrid, Text } from '@mantine/core'

import { DAY_OF_PLAN } from '../parts/time/dates.ts'
import { minutesAndSeconds } from '../parts/time/duration.ts'
import { Moment } from '../parts/time/moment.tsx'
import type { UsageView } from './queries.ts'
import classes from './plan.module.css'

/** Percent of the bar. */
const LEAST_SEEN = 1

/** What the account has used, holds for videos that are being made, and has left in this period. */
export function UsageMeter({ usage }: { usage: UsageView }) {
  const used = usage.used_video_seconds
  const held = usage.reserved_video_seconds
  const left = usage.remaining_video_seconds
  const all = Math.max(used + held + left, 1)
  // What there is must be seen, however little it is.
  const share = (seconds: number) => (seconds === 0 ? 0 : Math.max((seconds / all) * 100, LEAST_SEEN))
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" align="flex-end" mb="md" gap="xs">
        <div>
          <Text size="sm" c="dimmed">
            Left in this period
          </Text>
          <Text fz={32} fw={650} lh={1.2} className={classes['figures'] ?? ''}>
            {minutesAndSeconds(left)}
          </Text>
        </div>
        <Text size="sm" c="dimmed">
          {DAY_OF_PLAN.format(new Date(usage.period_started_at))} to{' '}
          {DAY_OF_PLAN.format(new Date(usage.period_ends_at))} · renews <Moment at={usage.period_ends_at} />
        </Text>
      </Group>
      <Progress.Root size={14} radius="xl" aria-hidden>
        <Progress.Section value={share(used)} color="accent" />
        <Progress.Section value={share(held)} color="accent.3" striped />
      </Progress.Root>
      <SimpleGrid cols={{ base: 1, xs: 3 }} mt="md" spacing="sm" component="dl" m={0}>
        <Figure name="Used" seconds={used} swatch="used" explanation="for finished videos" />
        <Figure name="Held" seconds={held} swatch="held" explanation="for videos being made" />
        <Figure name="Left" seconds={left} swatch="left" explanation="free to use" />
      </SimpleGrid>
    </Paper>
  )
}

function Figure({
  name,
  seconds,
  swatch,
  explanation,
}: {
  name: string
  seconds: number
  swatch: 'used' | 'held' | 'left'
  explanation: string
}) {
  return (
    <Box>
      <Text component="dt" size="sm" c="dimmed">
        <span className={`${classes['swatch']} ${classes[swatch]}`} aria-hidden />
        {name} {explanation}
      </Text>
      <Text component="dd" fw={600} m={0} className={classes['figures'] ?? ''}>
        {minutesAndSeconds(seconds)}
      </Text>
    </Box>
  )
}
