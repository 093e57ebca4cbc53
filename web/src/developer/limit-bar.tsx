import { Group, Progress, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** From this share on it is worth a warning. */
const NEARLY_FULL = 0.8

/**
 * How much of a limit is taken, as a figure and as a bar.
 *
 * @param hidesLabel where a heading says it already.
 * @param children a line below, whose place is kept while it is empty.
 */
export function LimitBar({
  label,
  used,
  limit,
  hidesLabel = false,
  children,
}: {
  label: string
  used: number
  limit: number
  hidesLabel?: boolean
  children?: ReactNode
}) {
  const share = limit === 0 ? 0 : Math.min(used / limit, 1)
  const color = share === 1 ? 'red' : share >= NEARLY_FULL ? 'yellow' : 'accent'
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" align="baseline">
        {!hidesLabel && (
          <Text size="sm" fw={550}>
            {label}
          </Text>
        )}
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {used.toLocaleString('en')} of {limit.toLocaleString('en')}
          {share === 1 && ' · full'}
        </Text>
      </Group>
      <Progress.Root size="sm">
        <Progress.Section
          value={share * 100}
          color={color}
          // Its own words for screen readers would be the share in percent.
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={used}
          aria-valuetext={`${used} of ${limit}`}
        />
      </Progress.Root>
      {children !== undefined && (
        <Text size="xs" c="dimmed" mih={18}>
          {children}
        </Text>
      )}
    </Stack>
  )
}
