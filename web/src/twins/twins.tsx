import { Alert, Button, SimpleGrid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info, ScanFace } from 'lucide-react'
import type { z } from 'zod'

import type { TwinList } from '../../../src/api/v1/twins/schema.ts'
import { ask } from '../api/client.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { TwinCard } from './twin-card.tsx'

const CARD_HEIGHT = 250

/** The account's digital twins, and plainly that none can be recorded here yet. */
export function Twins() {
  const { data, error, refetch } = useQuery({
    queryKey: ['twins'],
    queryFn: () => ask<z.infer<typeof TwinList>>('GET', '/twins'),
  })
  return (
    <>
      <PageHeader title="Twins">
        A twin is a presenter that stands for a real person of your account, with their consent.
      </PageHeader>
      <Alert
        icon={<Info size={18} aria-hidden />}
        title="Recording is not available yet"
        mb="lg"
        color="gray"
      >
        You cannot record yourself in the application today. Whoever runs this service can add a twin to your
        account; for now it borrows the look of a stock presenter, and it appears here and in the API.
      </Alert>
      {data ? (
        data.data.length === 0 ? (
          <EmptyState
            icon={ScanFace}
            title="No twins yet"
            action={
              <Button renderRoot={(props) => <Link to="/presenters" {...props} />}>See the presenters</Button>
            }
          >
            Twins of your account appear here, with what they look like and whether videos can be made with
            them. Until then, any of the stock presenters can speak your script.
          </EmptyState>
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }}>
            {data.data.map((twin) => (
              <TwinCard key={twin.id} twin={twin} />
            ))}
          </SimpleGrid>
        )
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton height={CARD_HEIGHT} aria-busy="true" aria-label="Loading" />
      )}
    </>
  )
}
