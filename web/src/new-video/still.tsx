import { Badge, Center, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { requestOptions } from './draft/draft.ts'
import type { Draft } from './draft/draft.ts'
import { fieldFaults } from '../parts/fault-of.ts'
import { twinRecordsQuery } from '../twins/queries.ts'
import styles from './new-video.module.css'
import { stillQuery } from './queries.ts'
import type { StillRequest } from './queries.ts'

/** A still is asked for when choosing pauses for so long. */
const PAUSE_MS = 150

/** What the video will look like, with all that is chosen so far; and what was found wrong with that. */
export function useStill(draft: Draft) {
  const { who } = draft
  const request = useMemo((): StillRequest | null => {
    const options = requestOptions(draft)
    if (who === null) return null
    return who.kind === 'twin' ? { twin_id: who.id, options } : { presenter_id: who.id, options }
  }, [draft, who])
  // Compared by content: typing the script changes the draft, but not the picture.
  const [settled] = useDebouncedValue(JSON.stringify(request), PAUSE_MS)
  const query = useQuery(stillQuery(JSON.parse(settled) as StillRequest | null))
  const isStale = settled !== JSON.stringify(request) || query.isFetching
  return { ...query, isStale, faults: fieldFaults(query.error) }
}

/** Shows the still. Its place has the shape of the video from the start. */
export function Still({ draft, still }: { draft: Draft; still: ReturnType<typeof useStill> }) {
  const { data, error, isStale, faults } = still
  const [width = 16, height = 9] = draft.aspectRatio.split(':').map(Number)
  const style = { aspectRatio: `${width} / ${height}`, maxWidth: `calc(46dvh * ${width} / ${height})` }
  const { data: twins } = useQuery(twinRecordsQuery)
  const thumbnail =
    draft.who?.kind === 'presenter'
      ? `/media/presenters/${draft.who.id}/thumbnail.jpg`
      : (twins?.data.find(({ id }) => id === draft.who?.id)?.thumbnail_url ?? null)
  const image = data?.image ?? (data || error ? thumbnail : null)
  return (
    <div aria-busy={isStale}>
      <div className={styles['still']} style={style}>
        {image ? (
          <img src={image} alt="What your video will look like" style={{ opacity: isStale ? 0.6 : 1 }} />
        ) : draft.who === null ? (
          <Center h="100%" p="md">
            <Text c="dimmed" ta="center" size="sm">
              Choose a presenter to see what your video will look like.
            </Text>
          </Center>
        ) : (
          <Skeleton h="100%" radius={0} />
        )}
        {isStale && image && (
          <Badge className={styles['stillState'] ?? ''} variant="filled" color="dark" tt="none">
            Drawing…
          </Badge>
        )}
      </div>
      {data?.image === null && (
        <Text size="sm" c="dimmed" mt={4}>
          This presenter is drawn by another program. The finished video shows your choices.
        </Text>
      )}
      {error && !isStale && (
        <Text size="sm" c="dimmed" mt={4} role="status">
          {Object.keys(faults).length > 0
            ? 'Correct the marked fields to see the picture.'
            : 'These choices could not be drawn just now. Your video can be made all the same.'}
        </Text>
      )}
    </div>
  )
}
