import { gzipSync } from 'node:zlib'

import { describe, expect } from 'vitest'

import { expectProblem } from '../../../support/http/expect-problem.ts'
import { GZIPPED, postBytes } from '../../../support/http/post-bytes.ts'
import { test } from '../../../support/service/default-service.ts'
import type { TestService } from '../../../support/service/service.ts'

let service: TestService
let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  service = defaultService
  account = await service.account('scale')
})

const post = (body: unknown, headers?: Record<string, string>) =>
  account.request('POST', '/videos', { body, ...(headers && { headers }) })

const GOOD = { script: 'Hello there.', presenter_id: 'maya' }

describe('400 invalid_request', () => {
  test.each([
    ['empty', '', 'required'],
    ['blank', ' \n\t ', 'required'],
    ['without a letter or digit', '… 🎬 !', 'invalid'],
    ['with NUL', 'a\u0000b', 'invalid'],
    ['with a bell', 'a\u0007b', 'invalid'],
    ['with an escape sequence', 'a\u001b[31mb', 'invalid'],
    ['with a control character of Latin-1', 'a\u0085b', 'invalid'],
    ['with half a line break', 'a\rb', 'invalid'],
    ['that is a number', 42, 'invalid'],
    ['that is null', null, 'required'],
    ['that is a list', ['Hello'], 'invalid'],
  ])('a script %s is refused', async (_, script, code) => {
    expectProblem(await post({ ...GOOD, script }), 'invalid_request', { script: code })
  })

  test('a lone surrogate is refused wherever it is', async () => {
    const body = String.raw`{"script":"a\ud800b","presenter_id":"maya","title":"\udc00","metadata":{"a":"\ud800"}}`
    expectProblem(await post(body), 'invalid_request', {
      script: 'invalid',
      title: 'invalid',
      'metadata.a': 'invalid',
    })
  })

  test.each([
    ['both of presenter_id and twin_id', { ...GOOD, twin_id: 'twn_1' }, 'conflict'],
    ['neither of presenter_id and twin_id', { script: 'Hello.' }, 'required'],
  ])('%s is refused, naming both', async (_, body, code) => {
    expectProblem(await post(body), 'invalid_request', { presenter_id: code, twin_id: code })
  })

  test('an empty object is told everything that is missing, at once', async () => {
    expectProblem(await post({}), 'invalid_request', {
      script: 'required',
      presenter_id: 'required',
      twin_id: 'required',
    })
  })

  test('each unknown member has an entry of its own, whatever it is called', async () => {
    const body = { ...GOOD, queue_: 1, constructor: 2, 'a.b': 3, toString: 4, '': 5 }
    expectProblem(await post(body), 'invalid_request', {
      queue_: 'unknown',
      constructor: 'unknown',
      'a.b': 'unknown',
      toString: 'unknown',
      '': 'unknown',
    })
  })

  test.each([
    ['the body', '"__proto__":{"title":"x"}'],
    ['metadata', '"metadata":{"__proto__":"x"}'],
    ['metadata, written otherwise,', String.raw`"metadata":{"a":"b","\u005f_proto_\u005F" : "x"}`],
    ['options', '"options":{"background":{"__proto__":{"set":"office"}}}'],
  ])('a member __proto__ of %s is refused by its name, and never dropped', async (_, member) => {
    const answer = await post(`{"script":"Hello.","presenter_id":"maya",${member}}`)
    expectProblem(answer, 'invalid_request', { body: 'invalid' })
    expect(answer.body.error.fields.body.message).toContain('__proto__')
  })

  test.each([
    ['presenter_id', { presenter_id: 5 }, { presenter_id: 'invalid' }],
    ['an empty presenter_id', { presenter_id: '' }, { presenter_id: 'invalid' }],
    ['a presenter_id with NUL', { presenter_id: 'a\u0000' }, { presenter_id: 'invalid' }],
    ['a long presenter_id', { presenter_id: 'a'.repeat(101) }, { presenter_id: 'too_long' }],
    ['voice_id', { voice_id: false }, { voice_id: 'invalid' }],
    ['title', { title: 5 }, { title: 'invalid' }],
    ['a title with NUL', { title: 'a\u0000b' }, { title: 'invalid' }],
    ['a title of 201 characters', { title: '😀'.repeat(201) }, { title: 'too_long' }],
    ['idempotency_key', { idempotency_key: 5 }, { idempotency_key: 'invalid' }],
    ['webhook_url', { webhook_url: {} }, { webhook_url: 'invalid' }],
    ['metadata that is a list', { metadata: [] }, { metadata: 'invalid' }],
    ['metadata that is a text', { metadata: 'x' }, { metadata: 'invalid' }],
    ['a number in metadata', { metadata: { a: 1, b: 'x' } }, { 'metadata.a': 'invalid' }],
    ['an object in metadata', { metadata: { a: { b: 'c' } } }, { 'metadata.a': 'invalid' }],
    ['a long value in metadata', { metadata: { a: 'x'.repeat(501) } }, { 'metadata.a': 'too_long' }],
    ['an empty name in metadata', { metadata: { '': 'x' } }, { 'metadata.': 'invalid' }],
    [
      'a long name in metadata',
      { metadata: { ['n'.repeat(41)]: 'x' } },
      { [`metadata.${'n'.repeat(41)}`]: 'too_long' },
    ],
    ['21 members of metadata', { metadata: members(21) }, { metadata: 'too_long' }],
  ] as [string, object, Record<string, string>][])(
    '%s of the wrong form is refused by name',
    async (_, wrong, fields) => {
      expectProblem(await post({ ...GOOD, ...wrong }), 'invalid_request', fields)
    },
  )

  test('all wrong members are named at once', async () => {
    const body = { presenter_id: 5, title: '', unknown: 1, metadata: { a: 1 } }
    expectProblem(await post(body), 'invalid_request', {
      script: 'required',
      presenter_id: 'invalid',
      title: 'invalid',
      unknown: 'unknown',
      'metadata.a': 'invalid',
    })
  })

  test.each([
    ['not a URL', 'hooks'],
    ['http to the public', 'http://93.184.216.34/hook'],
    ['another scheme', 'ftp://93.184.216.34/hook'],
    ['a private network', 'https://10.0.0.1/hook'],
    ['another private network', 'https://192.168.1.1/hook'],
    ['the cloud’s metadata server', 'https://169.254.169.254/latest'],
    ['a private address written as a number', 'https://167772161/'],
    ['a private address inside IPv6', 'https://[::ffff:10.0.0.1]/'],
    ['this machine over IPv6', 'https://[::1]/'],
    ['user and password', 'https://user:secret@93.184.216.34/'],
    ['an unusual port', 'https://93.184.216.34:22/'],
    ['NUL inside', 'https://93.184.216.34/a\u0000b'],
    ['a lone surrogate inside', 'https://93.184.216.34/\ud800'],
  ])('a webhook_url with %s is refused', async (_, webhook_url) => {
    expectProblem(await post({ ...GOOD, webhook_url }), 'invalid_request', { webhook_url: 'invalid' })
  })

  test.each([
    ['https://127.0.0.1:99999/', 'The URL is not valid. Check its host name and port.'],
    ['https://', 'The URL is not valid. Check its host name and port.'],
    ['hooks.example.com', 'Send a URL that starts with https://.'],
  ])('the webhook_url %s is told what is wrong with it', async (webhook_url, message) => {
    const { body } = await post({ ...GOOD, webhook_url })
    expect(body.error.fields.webhook_url.message).toBe(message)
  })

  test.each([
    ['characters', 'x'.repeat(2027)],
    ['bytes as it is sent', 'ü'.repeat(338)],
    ['bytes as it is kept', '/ü/..'.repeat(400)],
    ['bytes, though of fewer characters', '😀'.repeat(2020)],
  ])('a URL of more than 2,048 %s is refused', async (_, rest) => {
    const url = `https://93.184.216.34/${rest}`
    const answer = await post({ ...GOOD, webhook_url: url, options: { background: { image_url: url } } })
    expectProblem(answer, 'invalid_request', {
      webhook_url: 'too_long',
      'options.background.image_url': 'too_long',
    })
    expect(answer.body.error.fields.webhook_url.limit).toBe(2048)
  })

  test.each([
    ['cut off', '{"script":"Hello'],
    ['with a comma too many', '{"script":"Hello.",}'],
    ['of another language', "{'script': 'Hello.'}"],
    ['that is a text', '"Hello."'],
    ['that is a number', '42'],
    ['that is null', 'null'],
    ['that is a list', '[]'],
    ['that is 30,000 lists deep', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('a body %s is refused', async (_, body) => {
    expectProblem(await post(body), 'invalid_request', { body: 'invalid' })
  })

  test.each([
    ['a byte that is no UTF-8', Buffer.from('{"script":"a\xff b","presenter_id":"maya"}', 'latin1'), {}],
    ['half a character', Buffer.from('{"script":"caf\xe9 and naive","presenter_id":"maya"}', 'latin1'), {}],
  ])('a body with %s is refused, not altered', async (_, bytes, headers) => {
    const json = { 'Content-Type': 'application/json', ...headers }
    expectProblem(await postBytes(service.url, account.key, bytes, json), 'invalid_request', {
      body: 'invalid',
    })
  })

  test.each(['iso-8859-1', 'utf-16'])('a body that says it is in %s is refused', async (charset) => {
    const headers = { 'Content-Type': `application/json; charset=${charset}` }
    expectProblem(await post(GOOD, headers), 'invalid_request', { 'Content-Type': 'invalid' })
  })

  test('a body that says it is in UTF-8 is taken, with or without a mark of byte order', async () => {
    const body = `\ufeff${JSON.stringify({ ...GOOD, script: 'Zażółć.' })}`
    const headers = { 'Content-Type': 'application/json; charset=UTF-8' }
    expect((await account.request('POST', '/videos/estimate', { body, headers })).status).toBe(200)
  })

  test('a value 10,000 objects deep is refused by its name', async () => {
    const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)
    const body = `{"script":"Hello.","presenter_id":"maya","deep":${deep}}`
    expectProblem(await post(body), 'invalid_request', { deep: 'unknown' })
  })

  test('no body at all is told what is missing', async () => {
    const answer = await account.request('POST', '/videos', {
      headers: { 'Content-Type': 'application/json' },
    })
    expect(answer.body.error.fields).toMatchObject({ script: { code: 'required' } })
    expect(answer.status).toBe(400)
  })

  test('a small body that unpacks to a large one is refused', async () => {
    const packed = gzipSync(JSON.stringify({ ...GOOD, title: ' '.repeat(20_000_000) }))
    expectProblem(await postBytes(service.url, account.key, packed, GZIPPED), 'invalid_request', {
      body: 'too_long',
    })
  })

  test('a body that is not packed as it says is refused', async () => {
    const answer = await postBytes(service.url, account.key, Buffer.from(JSON.stringify(GOOD)), GZIPPED)
    expectProblem(answer, 'invalid_request', { body: 'invalid' })
  })

  test('more than 64 KiB is refused', async () => {
    const answer = await post({ ...GOOD, title: 'x'.repeat(65_536) })
    expectProblem(answer, 'invalid_request', { body: 'too_long' })
  })

  test.each([
    ['text/plain', 'invalid'],
    ['application/x-www-form-urlencoded', 'invalid'],
    ['multipart/form-data; boundary=x', 'invalid'],
    ['application/xml', 'invalid'],
    ['json', 'invalid'],
  ])('a body sent as %s is refused', async (type, code) => {
    const answer = await post(JSON.stringify(GOOD), { 'Content-Type': type })
    expectProblem(answer, 'invalid_request', { 'Content-Type': code })
  })

  test('a body sent as nothing is refused', async () => {
    const answer = await postBytes(service.url, account.key, Buffer.from(JSON.stringify(GOOD)))
    expectProblem(answer, 'invalid_request', { 'Content-Type': 'required' })
  })

  test('a body in an encoding nobody knows is refused', async () => {
    const answer = await post(GOOD, { 'Content-Encoding': 'made-up' })
    expectProblem(answer, 'invalid_request', { body: 'invalid' })
  })
})

function members(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 'x']))
}
