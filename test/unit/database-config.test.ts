import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { readConfig } from '../../src/config/config.ts'
import { poolSizeOf } from '../../src/config/database-config.ts'

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const ADDRESS = 'postgres://presenter:secret@db:5432/presenter'
const AUTHORITY = path.resolve(import.meta.dirname, '../support/database/postgres-tls/authority.crt')

const read = (settings: NodeJS.ProcessEnv) => readConfig({ MASTER_KEY, DATABASE_URL: ADDRESS, ...settings })

describe('the address of the database', () => {
  test.each([
    ['postgres://presenter:p@ss/word@db:5432/presenter', 'percent-encoded (@ is %40)'],
    ['db:5432/presenter', 'must look like postgres://user:password@host:5432/name'],
    [`${ADDRESS}?sslmode=verify_full`, 'sslmode=verify_full, which is not one of disable, prefer'],
    [`${ADDRESS}?sslmode=verify-full&sslrootcert=/none/ca.crt`, 'names /none/ca.crt as sslrootcert'],
  ])('%s is refused in words', (url, words) => {
    expect(() => read({ DATABASE_URL: url })).toThrow(words)
  })

  test('names the authority that signed the server’s certificate', () => {
    const url = `${ADDRESS}?sslmode=verify-full&sslrootcert=${AUTHORITY}`
    expect(read({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })
})

describe('a pooler', () => {
  test('is named with the way around it', () => {
    const config = read({ DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: ADDRESS })
    expect(config).toMatchObject({ databasePooler: 'transaction', databaseDirectUrl: ADDRESS })
  })

  test.each([
    [{ DATABASE_POOLER: 'session' }, 'DATABASE_POOLER must be transaction'],
    [{ DATABASE_POOLER: 'transaction', DATABASE_URL: '' }, 'DATABASE_POOLER is set without DATABASE_URL'],
    [{ DATABASE_DIRECT_URL: ADDRESS, DATABASE_URL: '' }, 'DATABASE_DIRECT_URL is set without DATABASE_URL'],
    [{ DATABASE_DIRECT_URL: 'db:5432' }, 'DATABASE_DIRECT_URL must look like postgres://'],
  ])('%j is refused in words', (settings, words) => {
    expect(() => read(settings)).toThrow(words)
  })
})

describe('connections to the database', () => {
  test('are as many as a process needs for what it does: twenty workers and four APIs stay below a hundred', () => {
    const config = read({})
    expect(20 * poolSizeOf(config, 'worker') + 4 * poolSizeOf(config, 'api')).toBeLessThanOrEqual(100)
    expect(20 * poolSizeOf(config, 'worker')).toBeLessThanOrEqual(60)
  })

  test('are as many as DATABASE_POOL_SIZE says, for each process', () => {
    const config = read({ DATABASE_POOL_SIZE: '7' })
    for (const role of ['service', 'api', 'worker', 'admin'] as const)
      expect(poolSizeOf(config, role)).toBe(7)
  })

  test.each(['1', '0', 'many', '2.5'])('DATABASE_POOL_SIZE=%s is refused', (size) => {
    expect(() => read({ DATABASE_POOL_SIZE: size })).toThrow('must be a whole number from 2 to 1000')
  })
})
