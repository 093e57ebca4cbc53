import { describe, expect } from 'vitest'
import { z } from 'zod'

import { filled } from '../../support/http/console-world.ts'
import { EVERY_ENDPOINT } from '../../support/http/every-endpoint.ts'
import { signedIn } from '../../support/http/signed-in.ts'
import { test } from '../../support/service/default-service.ts'
import type { TestService } from '../../support/service/service.ts'

/** One looks for a text in memory, the other says what is wrong with one. */
const READS_ANY_TEXT = new Set(['/presenters', '/webhooks/endpoint/check'])

const EVERY = EVERY_ENDPOINT.map(({ query, ...endpoint }) => ({
  ...endpoint,
  queries: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
}))

/** The same body again and again, each time with a NUL at the end of another text in it. */
function* withNul(body: object): Generator<object> {
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string') yield { ...body, [name]: `${value}\0` }
    else if (Array.isArray(value)) yield { ...body, [name]: value.map((one) => `${one}\0`) }
  }
}

describe('a NUL, which the database has no place for, is the fault of whoever sends it:', () => {
  /** Somebody who may do everything, by a key and signed in. */
  let asking: Promise<{ key: string; cookie: string }> | undefined

  async function somebody(service: TestService) {
    const account = await service.account()
    const { cookie } = await signedIn(service, account, { isOperator: true })
    return { key: account.key, cookie }
  }

  test.for(EVERY)(
    '$method $below $path',
    async ({ method, path, below, queries, body }, { defaultService }) => {
      const { url } = defaultService
      const { key, cookie } = await (asking ??= somebody(defaultService))
      const ask = async (target: string, sent?: object) => {
        await defaultService.query('delete from sign_in_attempts')
        const answer = await fetch(url + below + target, {
          method,
          headers: {
            'Content-Type': 'application/json',
            'X-Recording-Token': 'guessed',
            ...(below === '/api/v1' ? { Authorization: `Bearer ${key}` } : { Cookie: cookie, Origin: url }),
          },
          ...(sent && { body: JSON.stringify(sent) }),
        })
        await answer.arrayBuffer()
        return `${answer.status} ${target} ${JSON.stringify(sent)}`
      }
      const usual = filled(path, {})
      const answers: string[] = []
      for (const [parameter] of path.matchAll(/:\w+/gu)) {
        answers.push(await ask(filled(path.replace(parameter, 'a%00'), {}), body))
      }
      for (const name of queries) answers.push(await ask(`${usual}?${name}=a%00`))
      for (const sent of withNul(body ?? {})) answers.push(await ask(usual, sent))
      const expected = READS_ANY_TEXT.has(path) ? /^(?:200|400) /u : /^(?:400|401|404) /u
      expect(answers.filter((answer) => !expected.test(answer))).toEqual([])
    },
  )
})
