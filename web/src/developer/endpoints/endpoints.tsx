import { Button, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { useMe } from '../../api/session.ts'
import { later } from '../../parts/later.tsx'
import { LoadFailed } from '../../parts/page/load-failed.tsx'
import { Section } from '../../parts/section.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import type { EndpointAsk } from './endpoint-table.tsx'
import { endpointsQuery } from './endpoints-data.ts'

const EndpointDialog = later(async () => (await import('./endpoint-dialog.tsx')).EndpointDialog)

/** The endpoints beside the webhook: what each is sent, and whether that arrives. */
export function Endpoints() {
  const { isOwner } = useMe()
  const [asked, setAsked] = useState<EndpointAsk | null>(null)
  const { data: endpoints, error, refetch } = useQuery(endpointsQuery)
  return (
    <Section
      title="Further endpoints"
      intro="Other URLs that are sent the types of events that you choose, each with a signing secret of its own."
      action={
        isOwner && (
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => setAsked({ about: 'new' })}
          >
            Add endpoint
          </Button>
        )
      }
    >
      <Stack>
        {error && !endpoints && <LoadFailed error={error} retry={refetch} />}
        {!error && !endpoints && <Skeleton height={52} />}
        {endpoints && endpoints.length > 0 && (
          <EndpointTable endpoints={endpoints} onAsk={isOwner ? setAsked : null} />
        )}
      </Stack>
      {asked && <EndpointDialog asked={asked} onChange={setAsked} />}
    </Section>
  )
}
