import { Stack, Text, TextInput } from '@mantine/core'

import { BackgroundChoice } from './background-choice.tsx'
import { ColourField } from './colour-field.tsx'
import type { Draft } from '../draft/draft.ts'
import { OneOf } from './one-of.tsx'
import type { OneOfValue } from './one-of.tsx'
import { Section } from '../section.tsx'
import type { ChangeDraft } from '../draft/use-draft.ts'

const SHAPES = (
  [
    ['16:9', 'Landscape'],
    ['9:16', 'Vertical'],
    ['1:1', 'Square'],
    ['4:5', 'Portrait'],
  ] as const
).map(([value, name]) => ({
  value,
  label: (
    <>
      {name}
      <Text span display="block" size="xs" c="dimmed">
        {value}
      </Text>
    </>
  ),
}))
const RESOLUTIONS: readonly OneOfValue<Draft['resolution']>[] = [
  { value: '720p', label: 'HD 720p' },
  { value: '1080p', label: 'Full HD 1080p' },
]
const CAPTIONS: readonly OneOfValue<Draft['captions']>[] = [
  { value: 'none', label: 'None' },
  { value: 'burned', label: 'In a box' },
  { value: 'plain', label: 'Plain' },
]
const CARDS: readonly OneOfValue<Draft['nameCard']>[] = [
  { value: 'own', label: 'Presenter’s name' },
  { value: 'custom', label: 'Custom' },
  { value: 'none', label: 'None' },
]
const GESTURES: readonly OneOfValue<Draft['gestures']>[] = [
  { value: 'calm', label: 'Calm' },
  { value: 'lively', label: 'Lively' },
  { value: 'none', label: 'None' },
]
const CAMERAS: readonly OneOfValue<Draft['camera']>[] = [
  { value: 'directed', label: 'Directed' },
  { value: 'still', label: 'Still' },
]
const LONGEST_CARD_LINE = 60

/** How the video is shown. Each choice is seen in the still at once. */
export function LookSection({
  draft,
  change,
  faults,
}: {
  draft: Draft
  change: ChangeDraft
  faults: Readonly<Record<string, string>>
}) {
  const { resolution, aspectRatio, captions, nameCard, cardTitle, cardSubtitle, brandColour } = draft
  return (
    <Section title="Look" hint="The picture of your video shows each change at once.">
      <OneOf
        label="Shape"
        fullWidth
        values={SHAPES}
        value={aspectRatio}
        onChange={(value) => change({ aspectRatio: value })}
      />
      <OneOf
        label="Resolution"
        values={RESOLUTIONS}
        value={resolution}
        onChange={(value) => change({ resolution: value })}
      />
      <BackgroundChoice draft={draft} change={change} faults={faults} />
      <OneOf
        label="Captions in the picture"
        description="The words appear as they are said. As files, captions are always there."
        values={CAPTIONS}
        value={captions}
        onChange={(value) => change({ captions: value })}
      />
      <OneOf
        label="Name card"
        description="A card with who speaks, in the first seconds."
        values={CARDS}
        value={nameCard}
        onChange={(value) => change({ nameCard: value })}
      />
      {nameCard === 'custom' && (
        <Stack gap="sm">
          <TextInput
            label="First line"
            placeholder="Ada Kern"
            required
            maxLength={LONGEST_CARD_LINE}
            value={cardTitle}
            error={faults['options.name_card.title'] ?? faults['options.name_card']}
            onChange={({ currentTarget }) => change({ cardTitle: currentTarget.value })}
          />
          <TextInput
            label="Second line"
            placeholder="Release notes"
            maxLength={LONGEST_CARD_LINE}
            value={cardSubtitle}
            error={faults['options.name_card.subtitle']}
            onChange={({ currentTarget }) => change({ cardSubtitle: currentTarget.value })}
          />
        </Stack>
      )}
      <ColourField
        label="Brand colour"
        description="For the name card, captions and things in the set. Left empty, it is the presenter’s own."
        value={brandColour}
        error={faults['options.brand_colour']}
        canBeEmpty
        onChange={(value) => change({ brandColour: value })}
      />
      {draft.who?.kind !== 'twin' && <ActingChoices draft={draft} change={change} />}
    </Section>
  )
}

/** What hands and the camera do. Footage of twins is shown as it was filmed, with its own hands. */
function ActingChoices({ draft: { gestures, camera }, change }: { draft: Draft; change: ChangeDraft }) {
  return (
    <>
      <OneOf
        label="Gestures"
        description="How often the hands stress a word. With None, they stay on the desk."
        values={GESTURES}
        value={gestures}
        onChange={(value) => change({ gestures: value })}
      />
      <OneOf
        label="Camera"
        description="Directed changes the picture where a paragraph begins. Still keeps one picture throughout."
        values={CAMERAS}
        value={camera}
        onChange={(value) => change({ camera: value })}
      />
    </>
  )
}
