import { Alert, Button, Card, Grid, Skeleton, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'

import { ask } from '../api/client.ts'
import { faultOf, fieldFaults } from '../parts/fault-of.ts'
import { PageHeader } from '../parts/page/page-header.tsx'
import { requestBody, unfinishedLook } from './draft/draft.ts'
import type { Draft, RequestBody } from './draft/draft.ts'
import type { DraftSearch } from './draft/draft-search.ts'
import { CreateBar, CreateButton } from './create-bar.tsx'
import { Estimate, lengthInShort, useEstimate } from './estimate.tsx'
import { LookSection } from './look/look-section.tsx'
import styles from './new-video.module.css'
import { PresenterSection } from './presenter-section.tsx'
import { accountQuery } from './queries.ts'
import { ScriptSection } from './script-section.tsx'
import { Still, useStill } from './still.tsx'
import { forgetScript, useDraft } from './draft/use-draft.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'
import { VoiceSection } from './voice-section.tsx'

const route = getRouteApi('/members/new')

const REQUEST_CODE_HEIGHT = 360

/** Stands at the end of the page, which does not wait for it. */
const RequestCode = lazy(() =>
  import('./request-code.tsx').then((module) => ({ default: module.RequestCode })),
)

/** Making a video: the form, what comes of it, and the same request for a program. */
export function Page() {
  const search = route.useSearch()
  const { draft, change, bringBack } = useDraft(search)
  useSearchOnce(search)
  const { data: account } = useQuery(accountQuery)
  const body = requestBody(draft)
  const content = JSON.stringify(body)
  const key = useIdempotencyKey(content)
  const creation = useCreation(draft, content, key)
  const missing = whatIsMissing(draft)
  const estimate = useEstimate(missing === null ? content : null)
  const still = useStill(draft)
  // What lies below the window is drawn once the rest has been shown.
  const isRestDrawn = useDeferredValue(true, false)
  const button = { loading: creation.isPending, disabled: missing !== null || estimate.isRefused }
  const faults = { ...still.faults, ...estimate.faults, ...creation.faults }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === null && !estimate.isRefused) creation.create()
      }}
    >
      <PageHeader>Write what should be said, choose who says it, and watch your video being made.</PageHeader>
      {bringBack && (
        <Alert mb="lg" title="Your unfinished draft was set aside">
          <Button size="xs" variant="default" onClick={bringBack}>
            Bring it back
          </Button>
        </Alert>
      )}
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <ScriptSection
              draft={draft}
              change={change}
              limit={account?.plan.max_script_characters ?? null}
              faults={faults}
            />
            <PresenterSection who={draft.who} change={change} />
            <VoiceSection draft={draft} change={change} />
            {isRestDrawn && <LookSection draft={draft} change={change} faults={faults} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }} className={styles['beside'] ?? ''}>
          <Stack gap="lg">
            <Card withBorder>
              <Stack gap="md">
                <Still draft={draft} still={still} />
                <Estimate result={estimate} />
                {creation.message && (
                  <Alert color="red" role="alert" title="The video was not created">
                    {creation.message}
                  </Alert>
                )}
                <CreateButton size="md" fullWidth visibleFrom="md" {...button} />
                {missing && (
                  <Text size="sm" c="dimmed" ta="center" visibleFrom="md">
                    {missing}
                  </Text>
                )}
              </Stack>
            </Card>
            <Suspense fallback={<Skeleton height={REQUEST_CODE_HEIGHT} />}>
              <RequestCode body={body} idempotencyKey={key} />
            </Suspense>
          </Stack>
        </Grid.Col>
      </Grid>
      <CreateBar picture={still.data?.image ?? null} says={missing ?? lengthInShort(estimate)} {...button} />
    </form>
  )
}

/** What the address filled in is in the draft: a reload leaves what was changed since. */
function useSearchOnce(search: DraftSearch): void {
  const navigate = useNavigate()
  const isFilledIn = Object.keys(search).length > 0
  useEffect(() => {
    if (isFilledIn) void navigate({ to: '/new', search: {}, replace: true })
  }, [isFilledIn, navigate])
}

const CREATION = ['create-video']

/** Creates the video once and goes to its page. @param content the request as JSON. */
function useCreation(draft: Draft, content: string, key: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationKey: CREATION,
    mutationFn: (sent: { content: string; key: string }) =>
      ask('POST /videos', {
        body: JSON.parse(sent.content) as RequestBody,
        headers: { 'Idempotency-Key': sent.key },
      }),
    async onSuccess({ id }) {
      forgetScript(draft)
      void queries.invalidateQueries({ queryKey: ['projects'] })
      void queries.invalidateQueries({ queryKey: accountQuery.queryKey })
      await navigate({ to: '/projects/$id', params: { id } })
    },
  })
  // What was wrong with another content says nothing about this one.
  const error = mutation.variables?.content === content ? mutation.error : null
  return {
    create: () => {
      // A second click comes before this page has drawn that it was sent.
      if (queries.isMutating({ mutationKey: CREATION }) === 0) mutation.mutate({ content, key })
    },
    isPending: mutation.isPending,
    message: error && faultOf(error),
    faults: fieldFaults(error),
  }
}

/** The next thing to fill in; null when there is none. */
function whatIsMissing(draft: Draft): string | null {
  const { script, who } = draft
  if (script.trim() === '') return 'Write a script first.'
  if (who === null) return 'Choose a presenter first.'
  return unfinishedLook(draft)
}
