import { Anchor, Card, ColorSwatch, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { ProjectDetailsView } from '../../../src/api/console/door.ts'
import { setsQuery } from '../new-video/queries.ts'
import { CopyIcon } from '../parts/code-block.tsx'
import { inSeconds } from '../parts/time/duration.ts'
import { Moment } from '../parts/time/moment.tsx'
import { isUnfinished } from './queries.ts'
import { clock } from './words.ts'

/** What is known of a video beside its picture and its words. */
export function Facts({ project }: { project: ProjectDetailsView }) {
  const { id, presenter, voice_name, duration_seconds, origin, created_at, expires_at, script_characters } =
    project
  return (
    <Card withBorder>
      <Stack component="dl" gap="sm" m={0}>
        <Fact name="Cost">{costOf(project)}</Fact>
        {duration_seconds !== null && <Fact name="Length">{clock(duration_seconds)}</Fact>}
        <Fact name="Presenter">{presenter}</Fact>
        {voice_name && <Fact name="Voice">{voice_name}</Fact>}
        <Fact name="Script">{script_characters.toLocaleString('en')} characters</Fact>
        <Fact name="Source">{origin === 'api' ? 'API' : 'Application'}</Fact>
        <Fact name="Created">
          <Moment at={created_at} />
        </Fact>
        {expires_at !== null && (
          <Fact name="Deleted">
            <Moment at={expires_at} />
          </Fact>
        )}
        <Look project={project} />
        <Fact name="ID">
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {id}
            </Text>
            <CopyIcon value={id} label="Copy ID" />
          </Group>
        </Fact>
      </Stack>
    </Card>
  )
}

/** The usual ones are not worth a line. */
const GESTURES: Readonly<Record<string, string>> = { lively: 'Lively', none: 'None' }
const BLURS: Readonly<Record<string, string>> = { soft: ', soft blur', strong: ', strong blur' }

function Look({ project: { options, twin_id } }: { project: ProjectDetailsView }) {
  const { data: sets } = useQuery(setsQuery)
  const { resolution, aspect_ratio, background, captions, brand_colour, gestures, camera } = options
  const blur = BLURS[options.background_blur]
  return (
    <>
      <Fact name="Picture">
        {resolution}, {aspect_ratio}
        {captions !== 'none' && ', captions in the picture'}
      </Fact>
      {background && (
        <Fact name="Background">
          {background.colour !== undefined && <Colour value={background.colour} />}
          {background.set !== undefined &&
            (sets?.find(({ id }) => id === background.set)?.name ?? background.set)}
          {background.image_url !== undefined && (
            <Anchor href={background.image_url} target="_blank" rel="noreferrer" size="sm">
              Picture
            </Anchor>
          )}
          {blur}
        </Fact>
      )}
      {brand_colour && (
        <Fact name="Brand colour">
          <Colour value={brand_colour} />
        </Fact>
      )}
      {gestures !== 'calm' && twin_id === null && (
        <Fact name="Gestures">{GESTURES[gestures] ?? gestures}</Fact>
      )}
      {camera === 'still' && twin_id === null && <Fact name="Camera">Still</Fact>}
    </>
  )
}

function Colour({ value }: { value: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <ColorSwatch color={value} size={14} aria-hidden />
      {value}
    </Group>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <Text component="dt" size="sm" c="dimmed" w={96} style={{ flexShrink: 0 }}>
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </Group>
  )
}

/** Seconds are held while a video is made, charged by its length, and given back when it fails. */
function costOf(project: ProjectDetailsView): string {
  if (project.status === 'failed') return 'Nothing was charged'
  const seconds = inSeconds(project.cost_seconds)
  return isUnfinished(project) ? `At most ${seconds}, held until it is ready` : `${seconds} of your plan`
}
