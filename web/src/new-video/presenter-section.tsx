import { Alert, Radio, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { presentersQuery } from '../presenters/queries.ts'
import type { Draft } from './draft.ts'
import styles from './new-video.module.css'
import { PersonCard } from './person-card.tsx'
import { twinsQuery } from './queries.ts'
import { Section } from './section.tsx'
import type { ChangeDraft } from './use-draft.ts'

/** Below this many everybody is seen at a glance. */
const WORTH_SEARCHING = 8

/** Who presents: a stock presenter, or a twin of the account. */
export function PresenterSection({ who, change }: { who: Draft['who']; change: ChangeDraft }) {
  const presenters = useQuery(presentersQuery)
  const twins = useQuery(twinsQuery)
  const [search, setSearch] = useState('')
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(search.trim().toLowerCase())
  const everybody = [...(twins.data ?? []), ...(presenters.data ?? [])]
  const choose = (value: string) => {
    const kind = twins.data?.some(({ id }) => id === value) ? 'twin' : 'presenter'
    change({ who: { kind, id: value } })
  }
  return (
    <Section title="Presenter" hint="Point at somebody, or move to them with the keyboard, to see them move.">
      {everybody.length > WORTH_SEARCHING && (
        <TextInput
          aria-label="Search presenters by name"
          placeholder="Search by name"
          type="search"
          leftSection={<Search size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {presenters.error && (
        <Alert color="red" role="alert">
          The presenters could not be loaded. Reload the page to try again.
        </Alert>
      )}
      {presenters.isPending ? (
        <div className={styles['people']} role="status" aria-busy="true" aria-label="Loading presenters">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={106} />
          ))}
        </div>
      ) : (
        <Radio.Group value={who?.id ?? null} onChange={choose} aria-label="Presenter">
          <div className={styles['people']}>
            {twins.data?.filter(matches).map((twin) => (
              <PersonCard
                key={twin.id}
                person={twin}
                note={twin.usable_in_videos ? 'Your twin' : whyUnusable(twin.status)}
                disabled={!twin.usable_in_videos}
              />
            ))}
            {presenters.data?.filter(matches).map((presenter) => (
              <PersonCard key={presenter.id} person={presenter} />
            ))}
          </div>
          {everybody.length > 0 && !everybody.some(matches) && (
            <Text c="dimmed" size="sm">
              Nobody has that name.
            </Text>
          )}
        </Radio.Group>
      )}
    </Section>
  )
}

function whyUnusable(status: string): string {
  return status === 'building' ? 'Your twin, still being prepared' : 'Your twin, not part of your plan'
}
