import { describe, expect, test } from 'vitest'

import { readConfig } from '../../src/config/config.ts'

const ALL = {
  STRIPE_SECRET_KEY: 'rk_test_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
  STRIPE_PRICES: 'starter=price_a, growth=price_b',
}

test('nobody pays by Stripe unless it is set', () => {
  expect(readConfig({}).stripe).toBeNull()
})

test('the key, the signing secret and the prices belong together', () => {
  expect(readConfig(ALL).stripe).toEqual({
    baseUrl: 'https://api.stripe.com',
    secretKey: 'rk_test_key',
    webhookSecret: 'whsec_secret',
    prices: new Map([
      ['starter', 'price_a'],
      ['growth', 'price_b'],
    ]),
  })
  for (const missing of Object.keys(ALL)) {
    expect(() => readConfig({ ...ALL, [missing]: '' })).toThrow('belong together')
  }
})

describe('a setting is refused', () => {
  test.each([
    [
      'that is a publishable key',
      { STRIPE_SECRET_KEY: 'pk_live_key' },
      'STRIPE_SECRET_KEY must be a secret key',
    ],
    ['that is no signing secret', { STRIPE_WEBHOOK_SECRET: 'secret' }, 'must look like whsec_'],
    ['that lists no prices', { STRIPE_PRICES: 'starter' }, 'must look like starter=price_'],
    ['with a plan that is unknown', { STRIPE_PRICES: 'gold=price_a' }, 'there is no such plan'],
    ['with a plan twice', { STRIPE_PRICES: 'starter=price_a,starter=price_b' }, 'twice'],
    ['with a price twice', { STRIPE_PRICES: 'starter=price_a,growth=price_a' }, 'twice'],
  ])('%s', (_, wrong, message) => {
    expect(() => readConfig({ ...ALL, ...wrong })).toThrow(message)
  })

  test('without telling the key', () => {
    expect(() => readConfig({ ...ALL, STRIPE_SECRET_KEY: 'pk_live_key' })).not.toThrow('pk_live_key')
  })
})
