import { Badge, Button, Group, Paper, Text } from '@mantine/core'
import { Check, Minus } from 'lucide-react'

import type { PlanView } from '../../../src/api/console/door.ts'
import { minutesAndSeconds } from '../parts/time/duration.ts'
import classes from './plan.module.css'

const PRICE = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP', minimumFractionDigits: 0 })
const NUMBER = new Intl.NumberFormat('en')

/** A plan beside the others: what it gives, and how to come by it. */
export function PlanCard({
  plan,
  isUpgrade,
  isAsking,
  isAskedFor,
  canAsk,
  onAsk,
}: {
  plan: PlanView
  isUpgrade: boolean
  isAsking: boolean
  isAskedFor: boolean
  canAsk: boolean
  onAsk: () => void
}) {
  return (
    <Paper
      component="li"
      withBorder
      p="lg"
      className={`${classes['plan']} ${plan.is_current ? classes['current'] : ''}`}
    >
      <Group justify="space-between" gap="xs" mih={26}>
        <Text component="h3" fw={600}>
          {plan.name}
        </Text>
        {plan.is_current && <Badge variant="light">Your plan</Badge>}
        {isAskedFor && <Badge variant="default">Requested</Badge>}
      </Group>
      <Text fz={28} fw={650} mt={4} className={classes['figures'] ?? ''}>
        {PRICE.format(plan.price_gbp_per_month)}
        <Text span size="sm" c="dimmed" fw={400}>
          {' '}
          a month
        </Text>
      </Text>
      <ul className={classes['facts']} style={{ margin: '12px 0 20px' }}>
        <Fact>{minutesAndSeconds(plan.video_seconds)} of video a month</Fact>
        <Fact>
          {plan.concurrent_videos === 1 ? '1 video' : `${NUMBER.format(plan.concurrent_videos)} videos`} at
          the same time
        </Fact>
        <Fact>{NUMBER.format(plan.daily_videos)} videos a day</Fact>
        <Fact>Videos of up to {minutesAndSeconds(plan.max_video_seconds)}</Fact>
        <Fact>
          {plan.keep_days === null ? 'Videos are kept' : `Videos are kept for ${daysOf(plan.keep_days)}`}
        </Fact>
        <Fact isGiven={plan.twins_in_videos}>
          {plan.twins_in_videos ? 'Digital twins in videos' : 'No digital twins in videos'}
        </Fact>
      </ul>
      {canAsk && plan.is_offered && !isAskedFor && (
        <Button mt="auto" variant={isUpgrade ? 'filled' : 'default'} loading={isAsking} onClick={onAsk}>
          {isUpgrade ? 'Upgrade' : 'Change'} to {plan.name}
        </Button>
      )}
    </Paper>
  )
}

function daysOf(days: number): string {
  return days === 1 ? '1 day' : `${NUMBER.format(days)} days`
}

function Fact({ isGiven = true, children }: { isGiven?: boolean; children: React.ReactNode }) {
  const Icon = isGiven ? Check : Minus
  return (
    <li>
      <Icon size={15} aria-hidden />
      <Text span inherit {...(!isGiven && { c: 'dimmed' })}>
        {children}
      </Text>
    </li>
  )
}
