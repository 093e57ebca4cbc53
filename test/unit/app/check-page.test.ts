import { describe, expect, test } from 'vitest'

import { certificateFindings } from '../../../src/app/check/certificates.ts'
import { pageOf } from '../../../src/app/check/page.ts'
import { expiryOf } from '../../../src/ops/process-figures.ts'
import { certificate } from '../../support/http/certificates.ts'

const DAY_MS = 86_400_000

describe('the certificates of the way to Temporal', () => {
  const client = { certificate: certificate('client.crt'), key: certificate('client.key') }
  const access = { tls: { serverName: null, serverCa: null, client }, apiKey: null }
  const ends = expiryOf(client.certificate).getTime()

  test.each([
    [30, 'good', 'for 30 days'],
    [14, 'good', 'for 14 days'],
    [13, 'problem', 'in 13 days'],
    [-1, 'problem', 'It ended on'],
  ])('%i days before its end, one is %s', (days, verdict, says) => {
    const [finding, ...others] = certificateFindings(access, ends - days * DAY_MS)
    expect(others).toEqual([])
    expect(finding).toMatchObject({
      topic: 'Client certificate',
      verdict,
      says: expect.stringContaining(says),
    })
    expect(finding!.remedy).toBe(
      verdict === 'good'
        ? null
        : 'Renew it (TEMPORAL_TLS_CLIENT_CERT_PATH): processes that run read it again within seconds.',
    )
  })

  test('are nothing to look at without TLS, or with public authorities alone', () => {
    expect(certificateFindings({ tls: null, apiKey: null })).toEqual([])
    expect(
      certificateFindings({ tls: { serverName: null, serverCa: null, client: null }, apiKey: null }),
    ).toEqual([])
  })
})

test('the page has a line for each finding, and below it what to do; advice is no failure', () => {
  const good = { topic: 'Disk', verdict: 'good', says: 'There is room.', remedy: null } as const
  const advice = { topic: 'Listening', verdict: 'advice', says: 'It is open.', remedy: 'Close it.' } as const
  expect(pageOf('What it can do', [good, advice])).toEqual({
    page:
      'What it can do:\n\nok    Disk       There is room.\nnote  Listening  It is open.\n' +
      '                 Do: Close it.\n\nNothing fails.\n',
    isGood: true,
  })
  const problem = { topic: 'Disk', verdict: 'problem', says: 'One.\nTwo.', remedy: 'Mend it.' } as const
  expect(pageOf('What it can do', [problem])).toEqual({
    page: 'What it can do:\n\nFAIL  Disk  One.\n            Two.\n            Do: Mend it.\n\n1 of 1 fail.\n',
    isGood: false,
  })
})
