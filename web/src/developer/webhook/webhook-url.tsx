import { Button, Group, Loader, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'

import { useMe } from '../../api/session.ts'
import { SentForm } from '../../parts/form/sent-form.tsx'
import { useSentForm } from '../../parts/form/use-sent-form.ts'
import { notifyDone } from '../../parts/notify.ts'
import { RemoveWebhook } from './remove-webhook.tsx'
import { urlVerdictQuery, useSetWebhook } from './webhook-data.ts'
import type { UrlVerdictView, WebhookView } from './webhook-data.ts'

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
  const [settled] = useDebouncedValue(isNew ? url : '', PAUSE_MS)
  const verdict = useQuery(urlVerdictQuery(isOwner ? settled : ''))
  const isRefused = settled === url && typeof verdict.data?.refusal === 'string'
  const canSave = url !== '' && !isRefused && (isNew || webhook.status === 'disabled')

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
      {isOwner && (
        <Verdict url={isNew ? url : ''} verdict={settled === url ? (verdict.data ?? null) : null} />
      )}
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
function Verdict({ url, verdict }: { url: string; verdict: UrlVerdictView | null }) {
  return (
    <Group gap={6} mih={22} wrap="nowrap" align="flex-start" role="status">
      {url === '' ? (
        <Text size="sm" c="dimmed">
          Usually an https address that can be reached from the internet.
        </Text>
      ) : (
        <VerdictText verdict={verdict} />
      )}
    </Group>
  )
}

function VerdictText({ verdict }: { verdict: UrlVerdictView | null }) {
  if (verdict === null) {
    return (
      <>
        <Loader size={16} mt={3} />
        <Text size="sm" c="dimmed">
          Checking the URL…
        </Text>
      </>
    )
  }
  const { refusal, is_found: isFound } = verdict
  const [Icon, color, says] =
    refusal !== null
      ? ([CircleX, 'red', refusal] as const)
      : isFound
        ? ([CircleCheck, 'green', 'Events may be sent to this URL.'] as const)
        : ([CircleAlert, 'yellow', 'No server was found at this address. Check its spelling.'] as const)
  return (
    <>
      <Icon
        size={16}
        aria-hidden
        color={`var(--mantine-color-${color}-filled)`}
        style={{ flex: 'none', marginTop: 3 }}
      />
      <Text size="sm">{says}</Text>
    </>
  )
}
