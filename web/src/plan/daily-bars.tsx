import { Box, Paper, Table, Text } from '@mantine/core'

import { SHORT_DAY_OF_PLAN } from '../parts/time/dates.ts'
import { minutesAndSeconds } from '../parts/time/duration.ts'
import type { UsageView } from './queries.ts'
import classes from './plan.module.css'

const DAY_MS = 86_400_000

/** Units of the drawing; it is stretched to the width that there is. */
const HEIGHT = 100
const SLOT = 10
const BAR = 7

/** Seconds of video by day of the period, as bars with the figures in a table behind them. */
export function DailyBars({ usage }: { usage: UsageView }) {
  const { days } = usage
  const most = Math.max(...days.map((day) => day.video_seconds), 1)
  const slots = Math.max(days.length, daysBetween(usage.period_started_at, usage.period_ends_at))
  const total = usage.used_video_seconds
  const busiest = days.find((day) => day.video_seconds === most)
  const summary =
    total === 0
      ? 'Nothing was used in this period yet.'
      : `${minutesAndSeconds(total)} used so far. The busiest day was ${nameOf(busiest?.date ?? '')} with ${minutesAndSeconds(most)}.`
  return (
    <Paper withBorder p="lg">
      <Text size="sm" c="dimmed" mb="md">
        {summary}
      </Text>
      <svg
        className={classes['chart']}
        viewBox={`0 0 ${slots * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Bars of the seconds used by day. ${summary}`}
      >
        {days.map(({ date, video_seconds: seconds }, index) => {
          const height = seconds === 0 ? 0 : Math.max((seconds / most) * (HEIGHT - 4), 2)
          return (
            <g key={date}>
              <rect className={classes['slot']} x={index * SLOT} y={0} width={SLOT} height={HEIGHT}>
                <title>{`${nameOf(date)}: ${minutesAndSeconds(seconds)}`}</title>
              </rect>
              <rect
                className={classes['bar']}
                x={index * SLOT + (SLOT - BAR) / 2}
                y={HEIGHT - height}
                width={BAR}
                height={height}
                pointerEvents="none"
              />
            </g>
          )
        })}
        <line className={classes['base']} x1={0} x2={slots * SLOT} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <div className={classes['axis']} aria-hidden>
        <span>{nameOf(usage.period_started_at)}</span>
        <span>{nameOf(usage.period_ends_at)}</span>
      </div>
      <DayTable usage={usage} />
    </Paper>
  )
}

function DayTable({ usage }: { usage: UsageView }) {
  return (
    <Box component="details" mt="sm" className={classes['behind'] ?? ''}>
      <summary>Show the figures</summary>
      <Table mt="sm" captionSide="bottom">
        <Table.Caption>Days begin at 00:00 UTC.</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day</Table.Th>
            <Table.Th scope="col" className={classes['number'] ?? ''}>
              Videos
            </Table.Th>
            <Table.Th scope="col" className={classes['number'] ?? ''}>
              Used
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {usage.days.toReversed().map((day) => (
            <Table.Tr key={day.date}>
              <Table.Td>{nameOf(day.date)}</Table.Td>
              <Table.Td className={classes['number'] ?? ''}>{day.videos}</Table.Td>
              <Table.Td className={classes['number'] ?? ''}>{minutesAndSeconds(day.video_seconds)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

function nameOf(day: string): string {
  return day === '' ? '' : SHORT_DAY_OF_PLAN.format(new Date(day))
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
