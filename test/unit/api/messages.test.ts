import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import { problemFields } from '../../../src/api/contract/error/problem-fields.ts'
import { unknownParameters } from '../../../src/api/contract/unknown-parameters.ts'
import { ENDPOINTS } from '../../../src/api/v1/endpoints.ts'

const bodies = ENDPOINTS.flatMap(({ operationId, body }) =>
  body === undefined ? [] : [[operationId, body as z.ZodObject] as const],
)

test.each(bodies)('%s: whatever a body holds, it is refused in our words, not a library’s', (_, schema) => {
  const members = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, fc.jsonValue()]))
  fc.assert(
    fc.property(fc.record(members, { requiredKeys: [] }), (body) => {
      const { error } = schema.safeParse(body, { reportInput: true })
      for (const { message } of Object.values(problemFields(error?.issues ?? []))) {
        expect(message).toMatch(/^[A-Z"].*\.$/u)
        expect(message).not.toMatch(/Invalid (?:input|option)|expected|received/u)
      }
    }),
  )
})

test.each([
  ['a number for a text', { title: 5 }, 'Send a string.'],
  [
    'a word that is not one of them',
    { options: { captions: 'open' } },
    'Send one of "none", "burned", "plain".',
  ],
  ['a text for yes or no', { queue: 'yes' }, 'Send true or false.'],
  ['a list for an object', { metadata: [] }, 'Send an object.'],
  [
    'another style of a name',
    { presenterId: 'x' },
    'Unknown field "presenterId". Did you mean "presenter_id"?',
  ],
  [
    'a letter too many',
    { options: { brand_colours: '#FFCC00' } },
    'Unknown field "brand_colours". Did you mean "brand_colour"?',
  ],
  [
    'a slip within an object',
    { options: { background: { colour: '#FFCC00', imageurl: 'x' } } },
    'Unknown field "imageurl". Did you mean "image_url"?',
  ],
  ['a name that resembles none', { subtitles: true }, 'Unknown field "subtitles". Remove it.'],
])('%s is told what to send', (_, wrong, message) => {
  const [, schema] = bodies.find(([operationId]) => operationId === 'createVideo')!
  const body = { script: 'Hi.', presenter_id: 'maya', ...wrong }
  const fields = problemFields(schema.safeParse(body, { reportInput: true }).error?.issues ?? [], schema)
  expect(Object.values(fields).map((field) => field.message)).toEqual([message])
})

test.each([
  ['presenterId', 'Did you mean "presenter_id"?'],
  ['create_after', 'Did you mean "created_after"?'],
  ['metdata[order]', 'Did you mean "metadata[order]"?'],
  ['metadata[]', 'Remove it.'],
  ['sort', 'Remove it.'],
  ['', 'Remove it.'],
])('of the query parameter %j, which does not exist, it is told which one was meant', (name, advice) => {
  const { query } = ENDPOINTS.find(({ operationId }) => operationId === 'listVideos')!
  expect(unknownParameters(query, { [name]: '1', limit: '5' })).toEqual({
    [name]: { code: 'unknown', message: `Unknown query parameter "${name}". ${advice}` },
  })
})

test('an endpoint without parameters has none to suggest', () => {
  expect(unknownParameters(undefined, { limit: '5' })).toEqual({
    limit: { code: 'unknown', message: 'Unknown query parameter "limit". Remove it.' },
  })
})
