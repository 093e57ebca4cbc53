import { Anchor, Box, Divider, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

import { LoadFailed } from '../../parts/page/load-failed.tsx'
import { Section } from '../../parts/section.tsx'
import { Endpoints } from '../endpoints/endpoints.tsx'
import { webhookQuery } from './webhook-data.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { HealthBadge, WebhookTrouble } from './webhook-status.tsx'
import { WebhookTest } from './webhook-test.tsx'
import { WebhookUrl } from './webhook-url.tsx'
import { onTheWay } from '../../parts/page/on-the-way.ts'

const SNIPPETS_HEIGHT = 520

/** Stands at the end of the page, which does not wait for it. */
const VerifySnippets = lazy(() =>
  import('./verify-snippets.tsx').then((module) => ({ default: module.VerifySnippets })),
)

/** Where the account's events are sent, what signs them, and how to believe them. */
export function Page() {
  const { data: webhook, error, refetch } = useQuery(webhookQuery)
  if (error && !webhook) return <LoadFailed error={error} retry={refetch} />
  if (!webhook) return <Waiting />
  return (
    <Box maw={820}>
      <Section
        title="Where events are sent"
        intro="We notify your server as soon as a video is ready or has failed, so you don’t have to poll."
        action={<HealthBadge health={webhook} />}
      >
        <Stack>
          <WebhookTrouble webhook={webhook} />
          <WebhookUrl webhook={webhook} />
        </Stack>
      </Section>
      <Divider mb="xl" />
      <Section
        title="Try it"
        intro="Sends an event about a made-up video, signed like any other, and shows what your server says."
      >
        <WebhookTest webhook={webhook} />
      </Section>
      <Divider mb="xl" />
      <Section
        title="Signing secret"
        intro="Use it to verify that events come from us. It is shown only once."
      >
        <WebhookSecret webhook={webhook} />
      </Section>
      <Divider mb="xl" />
      <Endpoints />
      <Divider mb="xl" />
      <Section
        title="Receive and verify webhooks"
        intro={
          <>
            A complete receiver to start from. The events that it receives are listed under{' '}
            <Anchor component={Link} to="/developer/deliveries" inherit underline="always">
              Deliveries
            </Anchor>
            .
          </>
        }
      >
        <Suspense fallback={<Skeleton height={SNIPPETS_HEIGHT} />}>
          <VerifySnippets />
        </Suspense>
      </Section>
    </Box>
  )
}

function Waiting() {
  return (
    <Stack gap="xl" maw={820} {...onTheWay('the webhook')}>
      <Skeleton height={190} />
      <Skeleton height={120} />
      <Skeleton height={110} />
      <Skeleton height={SNIPPETS_HEIGHT} />
    </Stack>
  )
}
