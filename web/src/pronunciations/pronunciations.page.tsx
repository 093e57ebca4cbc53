import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, SpellCheck } from 'lucide-react'
import { useState } from 'react'

import { later } from '../parts/later.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { matches, SearchField } from '../parts/search-field.tsx'
import { pronunciationsQuery, useRemove } from './queries.ts'
import type { PronunciationItem } from './queries.ts'
import { WordRow } from './word-row.tsx'
import classes from './pronunciations.module.css'
import { onTheWay } from '../parts/page/on-the-way.ts'

const WordForm = later(async () => (await import('./word-form.tsx')).WordForm)

/** From so many words on, a search is of use. */
const MANY = 8

/** How the account's words are said: names, brands and terms that a voice would read wrong. */
export function Page() {
  const { data, error, refetch } = useQuery(pronunciationsQuery)
  const [form, setForm] = useState<{ edited: PronunciationItem | null } | null>(null)
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setForm({ edited: null })}>
      Add a word
    </Button>
  )
  const isEmpty = data?.length === 0
  return (
    <>
      <PageHeader action={data && !isEmpty && add}>
        Names and terms that voices read wrong, and how they are said instead. They apply to every video made
        from now on; captions keep your spelling.
      </PageHeader>
      {error && !data && <LoadFailed error={error} retry={refetch} />}
      {!data && !error && <WordSkeletons />}
      {isEmpty && (
        <EmptyState icon={SpellCheck} title="No words yet" action={add}>
          Does a voice stumble over a name? Add it here, and listen to it before you keep it.
        </EmptyState>
      )}
      {data && !isEmpty && <WordList words={data} onEdit={(edited) => setForm({ edited })} />}
      {form && <WordForm edited={form.edited} onClose={() => setForm(null)} />}
    </>
  )
}

function WordList({
  words,
  onEdit,
}: {
  words: readonly PronunciationItem[]
  onEdit: (word: PronunciationItem) => void
}) {
  const [search, setSearch] = useState('')
  const { mutate: remove } = useRemove()
  const shown = words.filter(({ word, say_as }) => matches(search, word, say_as))
  return (
    <Stack>
      {words.length >= MANY && <SearchField label="Search words" value={search} onChange={setSearch} />}
      <Paper component="ul" withBorder className={classes['words'] ?? ''} aria-label="Words">
        {shown.map((item) => (
          <WordRow key={item.word} item={item} onEdit={() => onEdit(item)} onRemove={() => remove(item)} />
        ))}
      </Paper>
      <Text size="sm" c="dimmed" role="status">
        {shown.length === words.length ? `${words.length} of 1,000 words` : `${shown.length} words match`}
      </Text>
    </Stack>
  )
}

function WordSkeletons() {
  return (
    <Stack gap={1} {...onTheWay('words')}>
      {['1', '2', '3', '4'].map((key) => (
        <Skeleton key={key} height={64} />
      ))}
    </Stack>
  )
}
