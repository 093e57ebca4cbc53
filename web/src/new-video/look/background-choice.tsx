import { Radio, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ColourField } from './colour-field.tsx'
import type { Draft } from '../draft/draft.ts'
import styles from '../new-video.module.css'
import { OneOf } from './one-of.tsx'
import type { OneOfValue } from './one-of.tsx'
import { ChosenTick } from '../person-card.tsx'
import { setsQuery } from '../queries.ts'
import type { ChangeDraft } from '../draft/use-draft.ts'
import { useOneTabStop } from '../use-one-tab-stop.ts'

const KINDS: readonly OneOfValue<Draft['background']>[] = [
  { value: 'own', label: 'Default' },
  { value: 'set', label: 'Studio' },
  { value: 'colour', label: 'Colour' },
  { value: 'picture', label: 'Image' },
]

const BLURS: readonly OneOfValue<Draft['backgroundBlur']>[] = [
  { value: 'none', label: 'Sharp' },
  { value: 'soft', label: 'Soft' },
  { value: 'strong', label: 'Strong' },
]

/** What is behind the presenter. */
export function BackgroundChoice({
  draft,
  change,
  faults,
}: {
  draft: Draft
  change: ChangeDraft
  faults: Readonly<Record<string, string>>
}) {
  const { background, colour, pictureUrl, backgroundBlur } = draft
  const isNoUrl = pictureUrl.trim() !== '' && !URL.canParse(pictureUrl.trim())
  return (
    <>
      <OneOf
        label="Background"
        fullWidth
        values={KINDS}
        value={background}
        onChange={(value) => change({ background: value })}
      />
      {background === 'set' && <SetChoice draft={draft} change={change} />}
      {background === 'colour' && (
        <ColourField
          label="Colour of the wall"
          value={colour}
          error={faults['options.background.colour']}
          onChange={(value) => change({ colour: value })}
        />
      )}
      {background === 'picture' && (
        <>
          <TextInput
            label="Link to a picture"
            description="A JPEG, PNG or WebP file of at most 10 MB on a public server. It is cut to fill the video."
            placeholder="https://example.com/office.jpg"
            type="url"
            value={pictureUrl}
            error={
              isNoUrl ? 'Send a link that begins with https://.' : faults['options.background.image_url']
            }
            onChange={({ currentTarget }) => change({ pictureUrl: currentTarget.value })}
          />
          <OneOf
            label="Blur"
            description="Soft and Strong put the picture out of focus, as a lens does behind a person. Sharp keeps text readable."
            values={BLURS}
            value={backgroundBlur}
            onChange={(value) => change({ backgroundBlur: value })}
          />
        </>
      )}
    </>
  )
}

function SetChoice({ draft, change }: { draft: Draft; change: ChangeDraft }) {
  const { data: sets, error } = useQuery(setsQuery)
  const cards = useOneTabStop()
  if (error) return <Text size="sm">The sets could not be loaded. Reload the page to try again.</Text>
  return (
    <Radio.Group
      value={draft.set || null}
      onChange={(set) => change({ set })}
      label="Set"
      labelProps={{ display: 'none' }}
    >
      <div className={styles['people']} ref={cards}>
        {sets?.map(({ id, name, description, thumbnail_url }) => (
          <Radio.Card key={id} value={id} className={styles['choice'] ?? ''} title={description}>
            <span className={styles['picture']}>
              <img src={thumbnail_url} alt="" loading="lazy" />
              <ChosenTick />
            </span>
            <span className={styles['name']}>{name}</span>
          </Radio.Card>
        )) ?? Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={106} />)}
      </div>
    </Radio.Group>
  )
}
