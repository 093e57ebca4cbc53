import { describe, expect, test } from 'vitest'

import { whyUnserved } from '../../../../src/domain/health/unserved.ts'

const ALL = ['videos', 'speech', 'render', 'assembly']
const worker = (buildId: string | null, queues = ALL) => ({ queues, buildId })

describe('why new videos would wait', () => {
  test('queues are named at which nobody has told of itself', () => {
    expect(whyUnserved([worker(null, ['videos', 'render'])], { buildId: null })).toBe(
      'no worker has told of itself at speech, assembly',
    )
  })

  test('nothing is in the way where workers of the current release serve every queue between them', () => {
    const two = [worker('one', ['videos', 'speech']), worker('one', ['render', 'assembly'])]
    expect(whyUnserved(two, { buildId: 'one' })).toBeNull()
    expect(whyUnserved([worker(null), worker('one')], { buildId: null })).toBeNull()
  })

  test('a release that is not promoted begins no new work', () => {
    expect(whyUnserved([worker('one')], { buildId: null })).toBe(
      'no release is promoted, and no worker without one serves videos, speech, render, assembly',
    )
  })

  test('neither do workers of another release than the current one, or of none', () => {
    const others = [worker('two'), worker(null), worker('one', ['videos'])]
    expect(whyUnserved(others, { buildId: 'one' })).toBe(
      'no worker of the current release one serves speech, render, assembly',
    )
  })

  test('every worker counts while it is not known which release is current', () => {
    expect(whyUnserved([worker('one')], null)).toBeNull()
  })
})
