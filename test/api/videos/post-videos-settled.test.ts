import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startBreakableService } from '../../support/service/breakable-service.ts'
import type { BreakableService } from '../../support/service/breakable-service.ts'

/**
 * A creation asks PostgreSQL and Temporal in turn, and its worker does. Each answer of theirs is lost here
 * in turn: one connection is cut, or all servers are away for everybody from that moment on.
 */

const NOTES_REQUEST = /insert into "video_requests"/u
const RESERVES = /reserve_video\(/u
const WITHDRAWS = /withdraw_request\(/u
const LOOKS_UP_VIDEO = /from "videos" where "account_id" = \$1 and "id" = \$2/u
const BEGINS_RUN = /createVideo/u

let service: BreakableService

beforeAll(async () => {
  service = await startBreakableService()
})
beforeEach(() => service.recover())
afterAll(() => service.stop())

/** Something that the creation or its run says, or hears, and that is lost; what may be answered then. */
interface Point {
  readonly what: string
  readonly lose: (also?: () => void) => Promise<void>
  readonly answers: readonly number[]
}

const BEFORE_RUN: readonly Point[] = [
  {
    what: 'the request is not noted',
    lose: (also) => service.api.postgres.loseQuestion(NOTES_REQUEST, also),
    answers: [503],
  },
  {
    what: 'the request is noted, unheard',
    lose: (also) => service.api.postgres.loseAnswer(NOTES_REQUEST, also),
    answers: [503],
  },
]
const NOT_RESERVED: Point = {
  what: 'the reservation is not made',
  lose: (also) => service.worker.postgres.loseQuestion(RESERVES, also),
  // Whether it is withdrawn before it is tried again depends on who finds the servers back first.
  answers: [202, 503],
}
const RESERVED: Point = {
  what: 'the reservation is made, unheard',
  lose: (also) => service.worker.postgres.loseAnswer(RESERVES, also),
  answers: [202],
}
const NOT_LOOKED_UP: Point = {
  what: 'the accepted video is not looked up',
  lose: (also) => service.api.postgres.loseQuestion(LOOKS_UP_VIDEO, also),
  answers: [202],
}
const RUN_NOT_BEGUN: Point = {
  what: 'the call that begins the run is lost',
  lose: (also) => service.api.temporal.loseQuestion(BEGINS_RUN, also),
  answers: [503],
}
const WITHDRAWAL = [
  {
    what: 'the withdrawal is not made',
    lose: (also?: () => void) => service.api.postgres.loseQuestion(WITHDRAWS, also),
  },
  {
    what: 'the withdrawal is made, unheard',
    lose: (also?: () => void) => service.api.postgres.loseAnswer(WITHDRAWS, also),
  },
]

describe('one lost connection', () => {
  test.each([
    ...BEFORE_RUN,
    // What is asked again is decided while the client waits.
    { ...NOT_RESERVED, answers: [202] },
    RESERVED,
    NOT_LOOKED_UP,
    { ...RUN_NOT_BEGUN, answers: [202] },
  ])('$what: the answer is true', async ({ lose, answers }) => {
    const lost = lose()
    const creation = await service.create()
    const answer = await creation.answer
    expect(answers).toContain(answer)
    await lost
    await service.expectKept(creation, answer)
  })

  test.each(WITHDRAWAL)('$what, the run not being begun: 503 is true', async ({ lose }) => {
    service.api.temporal.breakOff()
    const lost = lose()
    const creation = await service.create()
    expect(await creation.answer).toBe(503)
    await lost
    await service.expectKept(creation, 503)
  })

  test.each(WITHDRAWAL)('$what, the reservation being made: 202 is true', async ({ lose }) => {
    const begun = service.api.temporal.hears(BEGINS_RUN).then(service.api.temporal.loseAnswers)
    const lost = lose()
    const creation = await service.create()
    await begun
    expect(await creation.answer).toBe(202)
    await lost
    await service.expectKept(creation, 202)
  })

  test('a withdrawal that is never answered is made again, on another connection', async () => {
    service.api.temporal.breakOff()
    const forgotten = service.api.postgres.hears(WITHDRAWS).then(service.api.postgres.forgetConnected)
    const creation = await service.create()
    expect(await creation.answer).toBe(503)
    await forgotten
    await service.expectKept(creation, 503)
  })
})

describe('all servers away from then on, until the API has asked in vain', () => {
  test.each([...BEFORE_RUN, NOT_RESERVED, RESERVED, NOT_LOOKED_UP, RUN_NOT_BEGUN])(
    '$what: the answer is true',
    async ({ lose, answers }) => {
      const lost = lose(service.takeAllAway)
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
    const begun = service.api.temporal.hears(BEGINS_RUN).then(service.api.temporal.loseAnswers)
    const lost = lose(service.takeAllAway)
    const creation = await service.create()
    await Promise.all([begun, lost])
    await service.untilAskedInVain(creation)
    service.mendAll()
    expect(await creation.answer).toBe(202)
    await service.expectKept(creation, 202)
  })

  test('two APIs that were asked with one key answer with one video', async () => {
    const lost = RESERVED.lose(service.takeAllAway)
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
    const lost = lose(service.takeTemporalAway)
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
      const lost = lose(service.takeAllAway)
      const creation = await service.create('hasty')
      await lost
      expect(await creation.answer).toBe('no answer')
      await service.expectKept(creation, 'no answer')
    },
  )
})
