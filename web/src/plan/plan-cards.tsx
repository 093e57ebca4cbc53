import { Button, SimpleGrid, Text } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { PlanView, PlansView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { useMe } from '../api/session.ts'
import { Section } from '../parts/section.tsx'
import { notifyDone, notifyFailed } from '../parts/notify.ts'
import { AskForPlan } from './ask-for-plan.tsx'
import { PlanCard } from './plan-card.tsx'
import { plansQuery } from './queries.ts'

/** All plans side by side. Owners can ask for another one; how that goes on is for the provider to say. */
export function PlanCards({ plans }: { plans: PlansView }) {
  const { isOwner } = useMe()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<PlanView | null>(null)
  const [isConfirming, { open, close }] = useDisclosure()
  const current = plans.data.find((plan) => plan.is_current)
  const order = useMutation({
    mutationFn: ({ id }: PlanView) => ask('POST /plans/:id/order', { params: { id } }),
    onSuccess(begun, plan) {
      if (begun.kind === 'page') return location.assign(begun.url)
      close()
      notifyDone(`${plan.name} was asked for. You see the answer on this page.`)
      return queries.invalidateQueries(plansQuery)
    },
    onError: notifyFailed,
  })
  // A person who comes back from the provider's page finds this one as they left it.
  useWindowEvent('pageshow', ({ persisted }) => persisted && order.reset())
  const asking = order.isPending || order.data?.kind === 'page' ? order.variables?.id : undefined

  function choose(plan: PlanView) {
    setWanted(plan)
    if (plans.provider === 'stripe') order.mutate(plan)
    else open()
  }
  return (
    <Section
      title="Plans"
      intro={isOwner ? introOf(plans) : 'Only owners of the account can ask for another plan.'}
      action={isOwner && plans.provider === 'stripe' && <BillingPageButton />}
    >
      <SimpleGrid
        cols={{ base: 1, xs: 2, lg: Math.min(plans.data.length, 4) }}
        component="ul"
        p={0}
        m={0}
        style={{ listStyle: 'none' }}
      >
        {plans.data.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            isUpgrade={plan.price_gbp_per_month > (current?.price_gbp_per_month ?? 0)}
            isAsking={asking === plan.id}
            isAskedFor={plans.request?.status === 'open' && plans.request.plan_id === plan.id}
            canAsk={isOwner}
            onAsk={() => choose(plan)}
          />
        ))}
      </SimpleGrid>
      {wanted && (
        <AskForPlan
          plan={wanted}
          opened={isConfirming}
          onClose={close}
          isSending={order.isPending}
          onConfirm={() => order.mutate(wanted)}
          replaces={plans.request?.status === 'open' ? plans.request.plan_name : null}
        />
      )}
    </Section>
  )
}

function introOf({ provider }: PlansView): string {
  return provider === 'stripe'
    ? 'You pay on the pages of Stripe. Your plan changes as soon as the payment is confirmed.'
    : 'The people who run this service approve changes of plan. A change takes effect as soon as it is approved.'
}

function BillingPageButton() {
  const open = useMutation({
    mutationFn: () => ask('POST /billing-page'),
    onSuccess: ({ url }) =>
      url === null ? notifyDone('You have paid for nothing yet.') : location.assign(url),
    onError: notifyFailed,
  })
  return (
    <Button variant="default" loading={open.isPending} onClick={() => open.mutate()}>
      <Text span inherit>
        Invoices and payment
      </Text>
    </Button>
  )
}
