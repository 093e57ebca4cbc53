import { Group, SegmentedControl, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AudioLines } from 'lucide-react'
import { useState } from 'react'

import type { CatalogueVoiceView } from '../../../src/api/console/door.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { languageName } from '../parts/language.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { Rows, RowsOnTheWay } from '../parts/table/rows.tsx'
import { matches, SearchField } from '../parts/search-field.tsx'
import { voiceCatalogueQuery } from './queries.ts'
import { VoiceRow } from './voice-row.tsx'

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'starred', label: 'Starred' },
  { value: 'installed', label: 'Installed' },
]

/** Every voice, to be heard and starred: starred ones can speak in videos. */
export function Page() {
  const { data, error, refetch } = useQuery(voiceCatalogueQuery)
  const [search, setSearch] = useState('')
  const [which, setWhich] = useState('all')
  const shown = data?.filter(
    (voice) =>
      (which === 'all' || (which === 'starred' ? voice.voice_id !== null : voice.is_installed)) &&
      matches(search, voice.name, voice.gender, languageName(voice.language), voice.language, voice.quality),
  )
  return (
    <>
      <PageHeader>
        Star the voices that you want to use. Starred voices can be chosen for a video, here and through the
        API.
      </PageHeader>
      <Group mb="lg">
        <SearchField label="Search voices" value={search} onChange={setSearch} />
        <SegmentedControl
          aria-label="Which voices are shown"
          value={which}
          onChange={setWhich}
          data={SHOWN}
        />
      </Group>
      <VisuallyHidden role="status">{shown && `${shown.length} voices`}</VisuallyHidden>
      {error && !data ? (
        <LoadFailed error={error} retry={refetch} />
      ) : shown ? (
        <VoiceList voices={shown} isStarredOnly={which === 'starred' && search.trim() === ''} />
      ) : (
        <RowsOnTheWay count={8} rowHeight={46} />
      )}
    </>
  )
}

function VoiceList({
  voices,
  isStarredOnly,
}: {
  voices: readonly CatalogueVoiceView[]
  isStarredOnly: boolean
}) {
  if (voices.length === 0) {
    return (
      <EmptyState icon={AudioLines} title={isStarredOnly ? 'No starred voice here' : 'No voice matches'}>
        {isStarredOnly
          ? 'Show all voices, listen to some, and star those that suit your videos.'
          : 'Try another name or language.'}
      </EmptyState>
    )
  }
  return (
    <>
      {voices.some((voice) => !voice.is_installed) && (
        <Text size="sm" c="dimmed" mb="sm">
          Voices marked “Not installed” can be heard and starred, but speak in videos only once their files
          are on this server.
        </Text>
      )}
      <Rows label="Voices">
        {voices.map((voice) => (
          <VoiceRow key={voice.slug} voice={voice} />
        ))}
      </Rows>
    </>
  )
}
