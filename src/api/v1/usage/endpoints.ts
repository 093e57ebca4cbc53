import { endpoint } from '../../contract/endpoint.ts'
import { LEDGER_EXAMPLE, USAGE_EXAMPLE } from './examples.ts'
import { LedgerPage, LedgerQuery, Usage } from './schema.ts'
import { ledgerPageView, usageView } from './view.ts'

/** GET /usage: returns the video seconds used in the current period, by day. */
export const getUsage = endpoint({
  method: 'get',
  path: '/usage',
  hasTestData: true,
  scopes: ['account:read'],
  operationId: 'getUsage',
  tag: 'Account',
  summary: 'Retrieve usage by day',
  description: 'The video seconds charged on each day (UTC) of the current period.',
  success: {
    status: 200,
    description: 'The usage of the current period.',
    schema: Usage,
    example: USAGE_EXAMPLE,
  },
  errors: [],
  handle: async ({ account }, { ledger }) => ({ body: usageView(await ledger.usage(account)) }),
})

/** GET /allowance/ledger: lists every change of the remaining video seconds. */
export const listMovements = endpoint({
  method: 'get',
  path: '/allowance/ledger',
  hasTestData: true,
  scopes: ['account:read'],
  operationId: 'listLedgerEntries',
  tag: 'Account',
  summary: 'List ledger entries',
  description: 'Every change of the remaining video seconds, newest first, with the balance after it.',
  query: LedgerQuery,
  success: {
    status: 200,
    description: 'One page of ledger entries.',
    schema: LedgerPage,
    example: { data: LEDGER_EXAMPLE, has_more: true, next_before: '17' },
  },
  errors: [],
  async handle({ account, query }, { ledger }) {
    const movements = await ledger.page(account.id, query.limit + 1, query.before ?? null)
    return { body: ledgerPageView(movements, query.limit) }
  },
})
