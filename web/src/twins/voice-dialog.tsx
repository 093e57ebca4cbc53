import { Button, Group, Modal, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { TwinRecordView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { SoundButton } from '../parts/sound/sound-button.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { voiceCatalogueQuery } from '../voices/queries.ts'
import { twinQuery, twinRecordsQuery } from './queries.ts'
import { onTheWay } from '../parts/page/on-the-way.ts'

/** A voice to be heard and chosen. */
interface Choice {
  readonly slug: string
  readonly name: string
  readonly preview_audio_url: string | null
  readonly is_installed: boolean
}

/** Chooses the voice that a twin speaks with: one near the person's pitch, or one that the account has starred. */
export function VoiceDialog({
  twin,
  isOpen,
  close,
}: {
  twin: TwinRecordView
  isOpen: boolean
  close: () => void
}) {
  return (
    <Modal opened={isOpen} onClose={close} title={`The voice of ${twin.name}`} centered>
      <Voices twin={twin} close={close} />
    </Modal>
  )
}

function Voices({ twin: { id, name }, close }: { twin: TwinRecordView; close: () => void }) {
  const queries = useQueryClient()
  const { data: twin, error, refetch } = useQuery(twinQuery(id))
  const { data: catalogue } = useQuery(voiceCatalogueQuery)
  const [picked, setPicked] = useState<string | null>(null)
  const choose = useMutation({
    mutationFn: (slug: string) => ask('PUT /twin-studio/:id/voice', { params: { id }, body: { slug } }),
    async onSuccess() {
      close()
      notifyDone(`${name} has another voice now.`)
      await Promise.all([
        queries.invalidateQueries(twinRecordsQuery),
        queries.invalidateQueries(twinQuery(id)),
      ])
    },
    onError: notifyFailed,
  })
  if (error && !twin) return <LoadFailed error={error} retry={refetch} />
  if (!twin || !catalogue) return <Skeleton height={220} {...onTheWay('voices')} />
  const suggested: readonly Choice[] = twin.suggested_voices
  const isNew = ({ slug }: Choice) => !suggested.some((voice) => voice.slug === slug)
  const starred = catalogue.filter((voice) => voice.voice_id !== null && isNew(voice))
  const current = twin.voice?.slug ?? null
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        Only the pitch is matched. No voice of the catalogue is the voice of the person.
      </Text>
      <Radio.Group
        value={picked ?? current}
        onChange={setPicked}
        label="Voice"
        labelProps={{ display: 'none' }}
      >
        <Stack gap="md">
          <VoiceList title="Near the pitch of the person" voices={suggested} />
          <VoiceList title="Starred by your account" voices={starred} />
        </Stack>
      </Radio.Group>
      <DialogEnd onClose={close}>
        <Button
          loading={choose.isPending}
          disabled={picked === null || picked === current}
          onClick={() => picked !== null && choose.mutate(picked)}
        >
          Use this voice
        </Button>
      </DialogEnd>
    </Stack>
  )
}

function VoiceList({ title, voices }: { title: string; voices: readonly Choice[] }) {
  if (voices.length === 0) return null
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {voices.map(({ slug, name, preview_audio_url: sample, is_installed: isInstalled }) => (
        <Group key={slug} justify="space-between" wrap="nowrap" mih={40}>
          <Radio
            value={slug}
            label={name}
            disabled={!isInstalled}
            {...(!isInstalled && { description: 'Not installed' })}
          />
          {sample !== null && (
            <SoundButton name={`voice ${slug}`} label={`a sample of ${name}`} source={sample} />
          )}
        </Group>
      ))}
    </Stack>
  )
}
