import { Alert, Anchor, Button, Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Info, ScanFace } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'

import type { ListedTwinView, TwinRecordView } from '../../../src/api/console/door.ts'
import { later } from '../parts/later.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { plansQuery } from '../plan/queries.ts'
import { twinRecordsQuery } from './queries.ts'
import type { Start } from './start-dialog.tsx'
import { TwinCard } from './twin-card.tsx'
import { onTheWay } from '../parts/page/on-the-way.ts'

const StartDialog = later(async () => (await import('./start-dialog.tsx')).StartDialog)

const COLUMNS = { base: 1, xs: 2, md: 3 }
const CARD_HEIGHT = 330

/** The account's digital twins in whatever state, and the ways to new ones. */
export function Page() {
  const { data, error, refetch } = useQuery(twinRecordsQuery)
  const { data: plans } = useQuery(plansQuery)
  const [start, setStart] = useState<Start | null>(null)
  const plan = plans?.data.find(({ is_current }) => is_current)
  const hasPlan = plan?.twins_in_videos ?? true
  const record = (twin: TwinRecordView) => setStart({ who: twin.is_me ? 'me' : 'somebody', twin })
  const ways = <Ways onStart={(who) => setStart({ who, twin: null })} />
  const cards = (twins: readonly ListedTwinView[], isElsewhere: boolean) => (
    <SimpleGrid component="ul" cols={COLUMNS} spacing="lg" p={0} m={0} style={{ listStyle: 'none' }}>
      {twins.map((twin) => (
        <TwinCard key={twin.id} twin={twin} hasPlan={hasPlan} isElsewhere={isElsewhere} onRecord={record} />
      ))}
    </SimpleGrid>
  )
  const past = data?.data.filter(({ state }) => state === 'withdrawn') ?? []
  const current = data?.data.filter(({ state }) => state !== 'withdrawn') ?? []
  return (
    <>
      <PageHeader action={hasPlan && data && data.data.length > 0 && ways}>
        A twin is a presenter who looks like a real person: recorded once, with their consent, which they can
        withdraw at any time.
      </PageHeader>
      {!hasPlan && <NoTwinsInPlan plan={plan?.name ?? 'current'} />}
      {data ? (
        data.data.length === 0 ? (
          <EmptyState icon={ScanFace} title="No twins yet" action={hasPlan && ways}>
            Record yourself in about five minutes with the camera of your computer, or send a link to someone
            else. A few minutes later, your twin can speak any script.
          </EmptyState>
        ) : (
          <>
            {current.length > 0 ? cards(current, false) : hasPlan && ways}
            {past.length > 0 && <Withdrawn count={past.length}>{cards(past, false)}</Withdrawn>}
          </>
        )
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <Skeleton height={CARD_HEIGHT} {...onTheWay()} />
      )}
      {data && data.of_me_elsewhere.length > 0 && (
        <section aria-labelledby="elsewhere">
          <Title order={2} id="elsewhere" mt="xl" mb="sm">
            Your twins in other accounts
          </Title>
          {cards(data.of_me_elsewhere, true)}
        </section>
      )}
      {start && <StartDialog start={start} close={() => setStart(null)} />}
    </>
  )
}

/** What is left of twins that were withdrawn: asked for, not in the way. */
function Withdrawn({ count, children }: { count: number; children: ReactNode }) {
  const [isShown, { toggle }] = useDisclosure()
  return (
    <Stack mt="xl" align="flex-start">
      <Button variant="subtle" color="gray" size="compact-sm" onClick={toggle} aria-expanded={isShown}>
        {isShown ? 'Hide' : 'Show'} {count === 1 ? '1 withdrawn twin' : `${count} withdrawn twins`}
      </Button>
      {isShown && children}
    </Stack>
  )
}

function Ways({ onStart }: { onStart: (who: Start['who']) => void }) {
  return (
    <Group gap="sm" justify="center">
      <Button leftSection={<ScanFace size={16} aria-hidden />} onClick={() => onStart('me')}>
        Record myself
      </Button>
      <Button variant="default" onClick={() => onStart('somebody')}>
        Invite someone else to record
      </Button>
    </Group>
  )
}

function NoTwinsInPlan({ plan }: { plan: string }) {
  return (
    <Alert
      icon={<Info size={18} aria-hidden />}
      color="yellow"
      mb="lg"
      title={`The ${plan} plan has no twins in videos`}
    >
      Recording and videos with twins are unavailable until your account is on a plan that includes them:{' '}
      <Anchor inherit underline="always" renderRoot={(props) => <Link to="/plan" {...props} />}>
        see the plans
      </Anchor>
      .
    </Alert>
  )
}
