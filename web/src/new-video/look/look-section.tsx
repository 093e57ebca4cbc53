import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'

import { BackgroundChoice } from './background-choice.tsx'
import { Choice } from '../choice.tsx'
import { ColourField } from './colour-field.tsx'
import type { Draft } from '../draft/draft.ts'
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
const CAPTIONS = [
  { value: 'none', label: 'None' },
  { value: 'burned', label: 'In a box' },
  { value: 'plain', label: 'Plain' },
]
const CARDS = [
  { value: 'own', label: 'Presenter’s name' },
  { value: 'custom', label: 'Custom' },
  { value: 'none', label: 'None' },
]
const GESTURES = [
  { value: 'calm', label: 'Calm' },
  { value: 'lively', label: 'Lively' },
  { value: 'none', label: 'None' },
]
const CAMERAS = [
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
      <Choice label="Shape">
        <SegmentedControl
          fullWidth
          aria-label="Shape"
          data={SHAPES}
          value={aspectRatio}
          onChange={(value) => change({ aspectRatio: value as Draft['aspectRatio'] })}
        />
      </Choice>
      <Choice label="Resolution">
        <SegmentedControl
          aria-label="Resolution"
          data={[
            { value: '720p', label: 'HD 720p' },
            { value: '1080p', label: 'Full HD 1080p' },
          ]}
          value={resolution}
          onChange={(value) => change({ resolution: value as Draft['resolution'] })}
        />
      </Choice>
      <BackgroundChoice draft={draft} change={change} faults={faults} />
      <Choice
        label="Captions in the picture"
        description="The words appear as they are said. As files, captions are always there."
      >
        <SegmentedControl
          aria-label="Captions in the picture"
          data={CAPTIONS}
          value={captions}
          onChange={(value) => change({ captions: value as Draft['captions'] })}
        />
      </Choice>
      <Choice label="Name card" description="A card with who speaks, in the first seconds.">
        <SegmentedControl
          aria-label="Name card"
          data={CARDS}
          value={nameCard}
          onChange={(value) => change({ nameCard: value as Draft['nameCard'] })}
        />
      </Choice>
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
      {draft.who?.kind !== 'twin' && (
        <>
          <GesturesChoice gestures={draft.gestures} change={change} />
          <CameraChoice camera={draft.camera} change={change} />
        </>
      )}
    </Section>
  )
}

/** What hands do. Twins have the hands of their footage. */
function GesturesChoice({ gestures, change }: { gestures: Draft['gestures']; change: ChangeDraft }) {
  return (
    <Choice
      label="Gestures"
      description="How often the hands stress a word. With None, they stay on the desk."
    >
      <SegmentedControl
        aria-label="Gestures"
        data={GESTURES}
        value={gestures}
        onChange={(value) => change({ gestures: value as Draft['gestures'] })}
      />
    </Choice>
  )
}

/** What the camera does. Footage of twins is shown as it was filmed. */
function CameraChoice({ camera, change }: { camera: Draft['camera']; change: ChangeDraft }) {
  return (
    <Choice
      label="Camera"
      description="Directed changes the picture where a paragraph begins. Still keeps one picture throughout."
    >
      <SegmentedControl
        aria-label="Camera"
        data={CAMERAS}
        value={camera}
        onChange={(value) => change({ camera: value as Draft['camera'] })}
      />
    </Choice>
  )
}
