import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startBreakableService } from '../../../support/service/breakable-service.ts'
import type { BreakableService } from '../../../support/service/breakable-service.ts'
import {
  BEFORE_RUN,
  NOT_LOOKED_UP,
  NOT_RESERVED,
  RESERVED,
  RUN_NOT_BEGUN,
  WITHDRAWAL,
  loseRunsBeginning,
} from '../../../support/service/lost-words.ts'

let service: BreakableService

beforeAll(async () => {
  service = await startBreakableService()
})
beforeEach(() => service.recover())
afterAll(() => service.stop())

describe('all servers away from then on, until the API has asked in vain', () => {
  test.each([...BEFORE_RUN, NOT_RESERVED, RESERVED, NOT_LOOKED_UP, RUN_NOT_BEGUN])(
    '$what: the answer is true',
    async ({ lose, answers }) => {
      const lost = lose(service, service.takeAllAway)
      const creation = await service.create()
      await lost
      await service.untilAskedInVain(creation)
      service.mendAll()
      const answer = await creation.answer
      expect(answers).toContain(answer)
      await service.expectKept(creation, answer)
    },
  )

  test.each(WITHDRAWAL)('$what, the reservation being made: 202 is true', async ({ lose }) => {
    const begun = loseRunsBeginning(service)
    const lost = lose(service, service.takeAllAway)
    const creation = await service.create()
    await Promise.all([begun, lost])
    await service.untilAskedInVain(creation)
    service.mendAll()
    expect(await creation.answer).toBe(202)
    await service.expectKept(creation, 202)
  })

  test('two APIs that were asked with one key answer with one video', async () => {
    const lost = RESERVED.lose(service, service.takeAllAway)
    service.api.temporal.goSilent()
    const first = await service.create()
    const second = await service.create('other', first)
    await service.untilNoted(first, 2)
    service.api.temporal.mend()
    await lost
    await service.untilAskedInVain(first)
    service.mendAll()
    expect(await Promise.all([first.answer, second.answer])).toEqual([202, 202])
    await service.expectKept(first, 202)
  })
})

describe('Temporal away from then on', () => {
  test.each([NOT_RESERVED, RESERVED])('$what: the answer is true', async ({ lose, answers }) => {
    const lost = lose(service, service.takeTemporalAway)
    const creation = await service.create()
    await lost
    const answer = await creation.answer
    expect(answers).toContain(answer)
    await service.expectKept(creation, answer)
  })
})

describe('all servers away for longer than a client is kept waiting', () => {
  test.each([NOT_RESERVED, RESERVED, NOT_LOOKED_UP, RUN_NOT_BEGUN])(
    '$what: no answer is given, and the key finds what came of it',
    async ({ lose }) => {
      const lost = lose(service, service.takeAllAway)
      const creation = await service.create('hasty')
      await lost
      expect(await creation.answer).toBe('no answer')
      await service.expectKept(creation, 'no answer')
    },
  )
})
