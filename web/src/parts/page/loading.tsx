import { Skeleton, Stack } from '@mantine/core'
import { onTheWay } from './on-the-way.ts'

/** Holds the place of a page that is on its way, so that nothing jumps when it comes. */
export function Loading() {
  return (
    <Stack gap="md" {...onTheWay()}>
      <Skeleton height={32} width={220} />
      <Skeleton height={16} width="60%" />
      <Skeleton height={180} />
    </Stack>
  )
}
