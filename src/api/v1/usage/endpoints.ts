import { endpoint } from '../../contract/endpoint.ts'
import { LEDGER_EXAMPLE, USAGE_EXAMPLE } from './examples.ts'
import { LedgerPage, LedgerQuery, Usage } from './schema.ts'
import { ledgerPageView, usageView } from './view.ts'

/** GET /usage: what the running period's videos cost, by day. */
export const getUsage = endpoint({
  method: 'get',
  path: '/usage',
  operationId: 'getUsage',
  tag: 'Account',
  summary: 'Seconds of video used, by day',
  description: 'The running period: what each day’s videos cost (days in UTC), and what is left.',
  success: { status: 200, description: 'The period by day.', schema: Usage, example: USAGE_EXAMPLE },
  errors: [],
  handle: async ({ account }, { ledger }) => ({ body: usageView(await ledger.usage(account)) }),
})

/** GET /allowance/ledger: every movement of the remaining seconds. */
export const listMovements = endpoint({
  method: 'get',
  path: '/allowance/ledger',
  operationId: 'listLedgerEntries',
  tag: 'Account',
  summary: 'List movements of the allowance, newest first',
  description:
    'Every movement of the remaining seconds since the account was made, with what was left after it. ' +
    'Movements are only ever added. Page back with `next_before`.',
  query: LedgerQuery,
  success: {
    status: 200,
    description: 'One page of movements.',
    schema: LedgerPage,
    example: { data: LEDGER_EXAMPLE, has_more: true, next_before: '17' },
  },
  errors: ['invalid_request'],
  async handle({ account, query }, { ledger }) {
    const movements = await ledger.page(account.id, query.limit + 1, query.before ?? null)
    return { body: ledgerPageView(movements, query.limit) }
  },
})
