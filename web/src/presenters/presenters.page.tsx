import { Group, SegmentedControl, SimpleGrid, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useState } from 'react'

import { EmptyState } from '../parts/empty-state.tsx'
import { languageName } from '../parts/language.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { matches, SearchField } from '../parts/search-field.tsx'
import { PresenterCard } from './presenter-card.tsx'
import type { PreviewState } from './presenter-preview.tsx'
import { presentersQuery } from './queries.ts'
import type { PresenterItem } from './queries.ts'
import { onTheWay } from '../parts/page/on-the-way.ts'

const COLUMNS = { base: 1, xs: 2, md: 3 }

/** The presenters, to be looked at and heard before one is chosen. */
export function Page() {
  const { data, error, refetch } = useQuery(presentersQuery)
  const [search, setSearch] = useState('')
  const [gender, setGender] = useState('all')
  const genders = [...new Set(data?.map((presenter) => presenter.gender))]
  const shown = data?.filter(
    (presenter) =>
      (gender === 'all' || presenter.gender === gender) &&
      matches(search, presenter.name, presenter.id, languageName(presenter.language), presenter.language),
  )
  return (
    <>
      <PageHeader>Hover over a presenter to see them move, or press play to hear them speak.</PageHeader>
      <Group mb="lg">
        <SearchField label="Search presenters" value={search} onChange={setSearch} />
        {genders.length > 1 && (
          <SegmentedControl
            aria-label="Which presenters are shown"
            value={gender}
            onChange={setGender}
            data={[
              { value: 'all', label: 'All' },
              ...genders.map((value) => ({
                value,
                label: value === 'female' ? 'Women' : value === 'male' ? 'Men' : 'Others',
              })),
            ]}
          />
        )}
      </Group>
      <VisuallyHidden role="status">{shown && `${shown.length} presenters`}</VisuallyHidden>
      {error && !data ? (
        <LoadFailed error={error} retry={refetch} />
      ) : shown ? (
        <PresenterGrid presenters={shown} />
      ) : (
        <PresenterSkeletons />
      )}
    </>
  )
}

function PresenterGrid({ presenters }: { presenters: readonly PresenterItem[] }) {
  const [lively, setLively] = useState<{ id: string; state: PreviewState } | null>(null)
  if (presenters.length === 0) {
    return (
      <EmptyState icon={UserRound} title="No presenter matches">
        Try another name, or show all presenters.
      </EmptyState>
    )
  }
  return (
    <SimpleGrid component="ul" cols={COLUMNS} spacing="lg" p={0} m={0} style={{ listStyle: 'none' }}>
      {presenters.map((presenter) => (
        <PresenterCard
          key={presenter.id}
          presenter={presenter}
          state={lively?.id === presenter.id ? lively.state : 'still'}
          onChange={(state) => setLively(state === 'still' ? null : { id: presenter.id, state })}
        />
      ))}
    </SimpleGrid>
  )
}

function PresenterSkeletons() {
  return (
    <SimpleGrid cols={COLUMNS} spacing="lg" {...onTheWay('presenters')}>
      {['1', '2', '3', '4', '5', '6'].map((key) => (
        <Skeleton key={key} height={330} radius="md" />
      ))}
    </SimpleGrid>
  )
}
