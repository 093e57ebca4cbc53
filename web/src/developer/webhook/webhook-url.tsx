import { Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'

import { useMe } from '../../api/session.ts'
import { SentForm } from '../../parts/form/sent-form.tsx'
import { useSentForm } from '../../parts/form/use-sent-form.ts'
import { notifyDone } from '../../parts/notify.ts'
import { RemoveWebhook } from './remove-webhook.tsx'
import { urlVerdictQuery, useSetWebhook } from './webhook-data.ts'
import type { WebhookView } from './webhook-data.ts'

/** Somebody who types pauses for about so long between words. */
const PAUSE_MS = 350

/** The URL that events are sent to; while it is typed, whether it may be used. */
export function WebhookUrl({ webhook }: { webhook: WebhookView }) {
  const { isOwner } = useMe()
  const set = useSetWebhook()
  const state = useSentForm({ url: webhook.url ?? '' }, async (typed) => {
    await set.mutateAsync(typed.url.trim())
    notifyDone('Saved. Events are sent to this URL from now on.')
  })
  const { form, isSending } = state
  const url = form.values.url.trim()
  const isNew = url !== (webhook.url ?? '')
  const canSave = url !== '' && (isNew || webhook.status === 'disabled')

  return (
    <SentForm state={state}>
      <TextInput
        label="URL"
        type="url"
        inputMode="url"
        placeholder="https://hooks.example.com/videos"
        autoComplete="off"
        spellCheck={false}
        readOnly={!isOwner}
        {...form.getInputProps('url')}
      />
      {isOwner && <Verdict url={isNew ? url : ''} />}
      {isOwner ? (
        <Group>
          <Button type="submit" loading={isSending} disabled={!canSave}>
            {webhook.status === 'disabled' && !isNew ? 'Switch on again' : 'Save URL'}
          </Button>
          {webhook.url !== null && <RemoveWebhook onRemoved={() => form.setFieldValue('url', '')} />}
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          Owners of the account set the URL.
        </Text>
      )}
    </SentForm>
  )
}

/** Keeps its line at all times, so that nothing below jumps. */
function Verdict({ url }: { url: string }) {
  const [settled] = useDebouncedValue(url, PAUSE_MS)
  const { data, isError } = useQuery(urlVerdictQuery(settled))
  return (
    <Group gap={6} mih={22} wrap="nowrap" align="flex-start" role="status">
      {url === '' ? (
        <Text size="sm" c="dimmed">
          Usually an https address that can be reached from the internet.
        </Text>
      ) : (
        <VerdictText isKnown={settled === url && !isError} refusal={data?.refusal} />
      )}
    </Group>
  )
}

function VerdictText({ isKnown, refusal }: { isKnown: boolean; refusal: string | null | undefined }) {
  if (!isKnown || refusal === undefined) {
    return (
      <>
        <Loader size={16} mt={3} />
        <Text size="sm" c="dimmed">
          Checking the URL…
        </Text>
      </>
    )
  }
  const isFine = refusal === null
  const Icon = isFine ? CircleCheck : CircleX
  return (
    <>
      <Icon
        size={16}
        aria-hidden
        color={`var(--mantine-color-${isFine ? 'green' : 'red'}-filled)`}
        style={{ flex: 'none', marginTop: 3 }}
      />
      <Text size="sm">{isFine ? 'Events may be sent to this URL.' : refusal}</Text>
    </>
  )
}
