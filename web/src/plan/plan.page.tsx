import { Alert, SimpleGrid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'

import { LoadFailed } from '../parts/page/load-failed.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { Section } from '../parts/section.tsx'
import { DailyBars } from './daily-bars.tsx'
import { PlanCards } from './plan-cards.tsx'
import { usageQuery } from './queries.ts'
import { RequestNotice } from './request-notice.tsx'
import { Statement } from './statement.tsx'
import { UsageMeter } from './usage-meter.tsx'
import { usePlans } from './use-plans.ts'
import { onTheWay } from '../parts/page/on-the-way.ts'

/** What the account's plan gives, what is used and left of it, and how to come by another one. */
export function Page() {
  const { paid } = useSearch({ from: '/members/plan' })
  const plans = usePlans(paid === 'yes')
  const usage = useQuery(usageQuery)
  const current = plans.data?.data.find((plan) => plan.is_current)
  return (
    <>
      <PageHeader>
        {current
          ? `Your account is on the ${current.name} plan. Time is counted in seconds of finished video.`
          : 'Time is counted in seconds of finished video.'}
      </PageHeader>
      {paid === 'yes' && (
        <Alert color="green" mb="xl" icon={<CircleCheck aria-hidden />} title="Thank you" role="status">
          Your plan changes as soon as Stripe confirms the payment, usually within seconds. You need not
          reload this page.
        </Alert>
      )}
      {plans.data?.request && <RequestNotice request={plans.data.request} />}
      <Section title="This period">
        {usage.data && <UsageMeter usage={usage.data} />}
        {usage.error && !usage.data && <LoadFailed error={usage.error} retry={usage.refetch} />}
        {usage.isPending && <Skeleton height={198} {...onTheWay('this period')} />}
      </Section>
      {!usage.isError && (
        <Section title="Day by day">
          {usage.data ? <DailyBars usage={usage.data} /> : <Skeleton height={272} aria-hidden />}
        </Section>
      )}
      {plans.data && <PlanCards plans={plans.data} />}
      {plans.error && !plans.data && (
        <Section title="Plans">
          <LoadFailed error={plans.error} retry={plans.refetch} />
        </Section>
      )}
      {plans.isPending && <PlanSkeletons />}
      <Statement />
    </>
  )
}

function PlanSkeletons() {
  return (
    <Section title="Plans">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} {...onTheWay('plans')}>
        {['1', '2', '3', '4'].map((key) => (
          <Skeleton key={key} height={300} />
        ))}
      </SimpleGrid>
    </Section>
  )
}
