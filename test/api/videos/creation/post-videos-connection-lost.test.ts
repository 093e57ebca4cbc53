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
  forgetWithdrawal,
  loseRunsBeginning,
} from '../../../support/service/lost-words.ts'

let service: BreakableService

beforeAll(async () => {
  service = await startBreakableService()
})
beforeEach(() => service.recover())
afterAll(() => service.stop())

describe('one lost connection', () => {
  test.each([
    ...BEFORE_RUN,
    // What is asked again is decided while the client waits.
    { ...NOT_RESERVED, answers: [202] },
    RESERVED,
    NOT_LOOKED_UP,
    { ...RUN_NOT_BEGUN, answers: [202] },
  ])('$what: the answer is true', async ({ lose, answers }) => {
    const lost = lose(service)
    const creation = await service.create()
    const answer = await creation.answer
    expect(answers).toContain(answer)
    await lost
    await service.expectKept(creation, answer)
  })

  test.each(WITHDRAWAL)('$what, the run not being begun: 503 is true', async ({ lose }) => {
    service.api.temporal.breakOff()
    const lost = lose(service)
    const creation = await service.create()
    expect(await creation.answer).toBe(503)
    await lost
    await service.expectKept(creation, 503)
  })

  test.each(WITHDRAWAL)('$what, the reservation being made: 202 is true', async ({ lose }) => {
    const begun = loseRunsBeginning(service)
    const lost = lose(service)
    const creation = await service.create()
    await begun
    expect(await creation.answer).toBe(202)
    await lost
    await service.expectKept(creation, 202)
  })

  test('a withdrawal that is never answered is made again, on another connection', async () => {
    service.api.temporal.breakOff()
    const forgotten = forgetWithdrawal(service)
    const creation = await service.create()
    expect(await creation.answer).toBe(503)
    await forgotten
    await service.expectKept(creation, 503)
  })
})
