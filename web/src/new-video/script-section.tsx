import { Group, Text, Textarea, TextInput } from '@mantine/core'

import type { Draft } from './draft/draft.ts'
import { firstWords } from '../../../src/domain/video/video-name.ts'
import styles from './new-video.module.css'
import { Section } from './section.tsx'
import type { ChangeDraft } from './draft/use-draft.ts'

/** The words, counted as they are typed, and what the video is called. @param limit null until it is known. */
export function ScriptSection({
  draft,
  change,
  limit,
  faults,
}: {
  draft: Draft
  change: ChangeDraft
  limit: number | null
  faults: Readonly<Record<string, string>>
}) {
  const { script, title } = draft
  const length = [...script].length
  const isTooLong = limit !== null && length > limit
  return (
    <Section title="Script" hint="The presenter says exactly these words.">
      <div>
        <Textarea
          aria-label="Script"
          placeholder="Welcome! Here is what changed in this release."
          rows={6}
          resize="vertical"
          classNames={{ input: styles['script'] ?? '' }}
          value={script}
          error={
            isTooLong
              ? `Shorten the script by ${(length - limit).toLocaleString('en')} characters.`
              : faults['script']
          }
          onChange={({ currentTarget }) => change({ script: currentTarget.value })}
        />
        <Group justify="flex-end" mt={4}>
          <Text
            size="sm"
            c={isTooLong ? 'var(--mantine-color-error)' : 'dimmed'}
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            {length.toLocaleString('en')}
            {limit !== null && ` of ${limit.toLocaleString('en')}`} characters
          </Text>
        </Group>
      </div>
      <TextInput
        label="Title"
        description="Shown in Projects only. Left empty, it is the first words of the script."
        placeholder={firstWords(script)}
        maxLength={200}
        value={title}
        error={faults['title']}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
    </Section>
  )
}
