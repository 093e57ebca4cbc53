import { Grid, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { LONGEST_SEARCH, projectFilter } from './filter.ts'
import type { ProjectFilter } from './filter.ts'

const STATUS_CHOICES = [
  { value: '', label: 'Any status' },
  { value: 'queued', label: 'Waiting' },
  { value: 'rendering', label: 'Being made' },
  { value: 'ready', label: 'Ready' },
  { value: 'failed', label: 'Failed' },
]
const ORIGIN_CHOICES = [
  { value: '', label: 'Made anywhere' },
  { value: 'application', label: 'Made here' },
  { value: 'api', label: 'Made via the API' },
]

/** A search begins when typing pauses for so long. */
const PAUSE_MS = 250

/** Search, status and origin of the projects that are shown. */
export function ProjectFilters({
  filter,
  onChange,
}: {
  filter: ProjectFilter
  onChange: (filter: ProjectFilter) => void
}) {
  const inAddress = filter.search ?? ''
  const [search, setSearch] = useState(inAddress)
  const [seen, setSeen] = useState(inAddress)
  const [asked, setAsked] = useState(inAddress)
  // The address also changes by links and the way back; only what was asked for here follows what is typed.
  if (inAddress !== seen) {
    setSeen(inAddress)
    if (inAddress !== asked) {
      setSearch(inAddress)
      setAsked(inAddress)
    }
  }
  const apply = (changed: Partial<Record<keyof ProjectFilter, string>>) => {
    const wanted = projectFilter({ ...filter, search, ...changed })
    setAsked(wanted.search ?? '')
    onChange(wanted)
  }
  const applyLater = useDebouncedCallback((text: string) => apply({ search: text }), PAUSE_MS)
  return (
    <Grid gap="sm" mb="lg" role="search">
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <TextInput
          aria-label="Search titles, presenters and scripts"
          placeholder="Search titles, presenters and scripts"
          leftSection={<Search size={16} aria-hidden />}
          type="search"
          maxLength={LONGEST_SEARCH}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value)
            applyLater(currentTarget.value)
          }}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <NativeSelect
          aria-label="Status"
          data={STATUS_CHOICES}
          value={filter.status ?? ''}
          onChange={({ currentTarget }) => apply({ status: currentTarget.value })}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 6, sm: 3 }}>
        <NativeSelect
          aria-label="Where it was made"
          data={ORIGIN_CHOICES}
          value={filter.origin ?? ''}
          onChange={({ currentTarget }) => apply({ origin: currentTarget.value })}
        />
      </Grid.Col>
    </Grid>
  )
}
