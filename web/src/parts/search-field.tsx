import { CloseButton, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'

/** A field that narrows the list below it as one types. @param label what is searched, for screen readers. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        value !== '' && <CloseButton aria-label="Clear the search" onClick={() => onChange('')} />
      }
      flex="1 1 220px"
      maw={360}
    />
  )
}

/** Whether every word of a search is in one of the texts, without regard to case and accents. */
export function matches(search: string, ...texts: readonly string[]): boolean {
  const inside = plain(texts.join(' '))
  return plain(search)
    .split(/\s+/u)
    .every((word) => inside.includes(word))
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
