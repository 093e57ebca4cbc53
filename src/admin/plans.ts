import type { Command } from 'commander'

import type { PlanRequest } from '../domain/billing/billing.ts'
import { print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** Far more than wait at a time. */
const MOST_LISTED = 10_000

/** `plans requests | approve | decline`. */
export function addPlanCommands(program: Command, office: Office): void {
  const plans = program.command('plans').description('Who has asked for another plan, and what they get.')

  plans
    .command('requests')
    .description('Open requests for another plan, those that wait longest first.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ planRequests }) =>
        print(options, ((await planRequests.open(MOST_LISTED, null)) ?? []).map(row)),
      ),
    )

  for (const [name, verdict, description] of [
    ['approve', 'approved', 'Give the account the plan, at once.'],
    ['decline', 'declined', 'Leave the account on its plan.'],
  ] as const) {
    plans
      .command(name)
      .description(description)
      .argument('<request>', 'id from plans requests (plr_…)')
      .option('--note <note>', 'what the account’s owners are told, at most 500 characters')
      .option('--json', 'print JSON')
      .action((requestId: string, options: { note?: string } & OutputOptions) =>
        office(async ({ decidePlanRequest }) => {
          const decision = { verdict, personId: null, note: options.note?.trim() || null }
          print(options, row(await decidePlanRequest(requestId, decision)))
        }),
      )
  }
}

function row(request: PlanRequest): object {
  return {
    id: request.id,
    account: request.accountId,
    name: request.accountName,
    plan: request.currentPlanId,
    wanted: request.planId,
    asked_by: request.askedBy,
    asked_at: request.askedAt.toISOString(),
    status: request.status,
    note: request.note,
  }
}
