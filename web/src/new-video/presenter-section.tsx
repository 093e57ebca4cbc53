import { Alert, Radio, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { plansQuery } from '../plan/queries.ts'
import { presentersQuery } from '../presenters/queries.ts'
import { twinRecordsQuery } from '../twins/queries.ts'
import { isUsable, statusOf } from '../twins/status.ts'
import type { Draft } from './draft/draft.ts'
import styles from './new-video.module.css'
import { PersonCard } from './person-card.tsx'
import { Section } from './section.tsx'
import type { ChangeDraft } from './draft/use-draft.ts'
import { useOneTabStop } from './use-one-tab-stop.ts'
import { onTheWay } from '../parts/page/on-the-way.ts'

/** Below this many everybody is seen at a glance. */
const WORTH_SEARCHING = 8

/** The choice of who presents: a stock presenter, or a twin of the account. */
export function PresenterSection({ who, change }: { who: Draft['who']; change: ChangeDraft }) {
  const presenters = useQuery(presentersQuery)
  const twins = useTwins()
  const [search, setSearch] = useState('')
  const cards = useOneTabStop()
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(search.trim().toLowerCase())
  const everybody = [...twins, ...(presenters.data ?? [])]
  const twinCards = (areUsable: boolean) =>
    twins
      .filter((twin) => twin.isUsable === areUsable && matches(twin))
      .map(({ isUsable: canPresent, why, ...twin }) => (
        <PersonCard
          key={twin.id}
          person={twin}
          note={canPresent ? 'Twin' : `Twin: ${why}`}
          disabled={!canPresent}
        />
      ))
  const choose = (value: string) => {
    const kind = twins.some(({ id }) => id === value) ? 'twin' : 'presenter'
    change({ who: { kind, id: value } })
  }
  return (
    <Section title="Presenter" hint="Hover over a presenter to see them in motion.">
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
        <div className={styles['people']} {...onTheWay('presenters')}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={106} />
          ))}
        </div>
      ) : (
        <Radio.Group
          value={who?.id ?? null}
          onChange={choose}
          label="Presenter"
          labelProps={{ display: 'none' }}
        >
          <div className={styles['people']} ref={cards}>
            {twinCards(true)}
            {presenters.data?.filter(matches).map((presenter) => (
              <PersonCard key={presenter.id} person={presenter} />
            ))}
            {twinCards(false)}
          </div>
          {everybody.length > 0 && !everybody.some(matches) && (
            <Text c="dimmed" size="sm">
              No presenter has that name.
            </Text>
          )}
        </Radio.Group>
      )}
    </Section>
  )
}

/** The account's twins, with why those that cannot present yet or any more cannot. */
function useTwins() {
  const { data: records } = useQuery(twinRecordsQuery)
  const { data: plans } = useQuery(plansQuery)
  const hasPlan = plans?.data.find(({ is_current }) => is_current)?.twins_in_videos ?? true
  return (records?.data ?? [])
    .filter(({ state }) => state !== 'withdrawn')
    .map((twin) => ({
      ...twin,
      isUsable: isUsable(twin, hasPlan),
      why: statusOf(twin, hasPlan).word.toLowerCase(),
    }))
}
