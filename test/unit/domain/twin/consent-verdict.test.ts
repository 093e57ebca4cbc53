import { describe, expect, test } from 'vitest'

import { consentVerdict } from '../../../../src/domain/twin/consent-verdict.ts'
import type { AllTakes } from '../../../../src/domain/twin/consent-verdict.ts'
import { TAKE_PARTS } from '../../../../src/domain/twin/twin-take.ts'
import type { Take, TakeCheck, TakePart } from '../../../../src/domain/twin/twin-take.ts'

const PASSED: TakeCheck = { code: 'one_face', outcome: 'passed', measured: 0, limit: 0.02, message: '' }

function takeOf(part: TakePart, checks: readonly TakeCheck[] = [PASSED]): Take {
  return {
    id: `tak_${part}`,
    recordingId: 'rec_1',
    twinId: 'twn_1',
    part,
    status: 'accepted',
    contentType: 'video/mp4',
    chunks: 1,
    sizeBytes: 1,
    sha256: null,
    seconds: 10,
    soundLateSeconds: null,
    checks,
    words: [],
    statement: null,
    wordsUsedAt: null,
    hasFilm: true,
    createdAt: new Date(0),
    uploadedAt: new Date(0),
  }
}

function takes(checks: Partial<Record<TakePart, readonly TakeCheck[]>> = {}): AllTakes {
  return Object.fromEntries(
    TAKE_PARTS.map((part) => [part, takeOf(part, checks[part])]),
  ) as unknown as AllTakes
}

const words = (outcome: TakeCheck['outcome']): TakeCheck => ({
  code: 'words',
  outcome,
  measured: 2,
  limit: 3,
  message: 'Say the words clearly.',
})

describe('a consent', () => {
  test('holds when everything passed and all parts show one person', () => {
    expect(consentVerdict(takes(), 0.9)).toEqual({
      outcome: 'granted',
      findings: { likeness: 0.9, unclear: [] },
    })
  })

  test('holds with warnings, which are no reason to refuse', () => {
    expect(consentVerdict(takes({ reading: [words('warning')] }), 0.7).outcome).toBe('granted')
  })

  test.each([
    [0.55, 'unclear'],
    [0.69, 'unclear'],
    [0.549, 'refused'],
    [0, 'refused'],
    [Number.NaN, 'refused'],
  ])('with a likeness of %d is %s', (likeness, outcome) => {
    expect(consentVerdict(takes(), likeness).outcome).toBe(outcome)
  })

  test.each([
    [0.7, 'granted', []],
    [0.6, 'unclear', ['likeness to the twin']],
  ])('that renews another, with a likeness of %d to it, is %s', (likenessToTwin, outcome, unclear) => {
    expect(consentVerdict(takes(), 0.9, likenessToTwin)).toEqual({
      outcome,
      findings: { likeness: 0.9, likenessToTwin, unclear },
    })
  })

  test.each([0.54, Number.NaN])('of somebody else renews nothing: likeness %d', (likenessToTwin) => {
    expect(consentVerdict(takes(), 0.9, likenessToTwin)).toMatchObject({
      outcome: 'refused',
      failure: { code: 'NotSamePerson', part: null },
    })
  })

  test('that is unclear names everything that an operator has to look at', () => {
    expect(consentVerdict(takes({ consent: [words('unclear')] }), 0.6)).toEqual({
      outcome: 'unclear',
      findings: { likeness: 0.6, unclear: ['consent: words', 'likeness'] },
    })
  })

  test('never passes over a check that failed, whoever accepted the part', () => {
    expect(consentVerdict(takes({ consent: [words('failed')] }), 0.95)).toEqual({
      outcome: 'refused',
      failure: { code: 'WordsNotHeard', part: 'consent', message: 'Say the words clearly.' },
    })
  })
})
