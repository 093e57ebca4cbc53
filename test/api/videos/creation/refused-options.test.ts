import { describe } from 'vitest'

import { expectProblem } from '../../../support/http/expect-problem.ts'
import { test } from '../../../support/service/default-service.ts'
import type { TestService } from '../../../support/service/service.ts'

let account: Awaited<ReturnType<TestService['account']>>

test.beforeAll(async ({ defaultService }) => {
  account = await defaultService.account('scale')
})

const send = (options: unknown) => account.createVideo({ options })

describe('an option that is wrong', () => {
  test.each<[string, unknown, Record<string, string>]>([
    ['a text', 'vertical', { options: 'invalid' }],
    ['a list', [], { options: 'invalid' }],
    ['an unknown member', { fps: 60 }, { 'options.fps': 'unknown' }],
    ['another resolution', { resolution: '4k' }, { 'options.resolution': 'invalid' }],
    ['a resolution in another spelling', { resolution: '720P' }, { 'options.resolution': 'invalid' }],
    ['another ratio', { aspect_ratio: '21:9' }, { 'options.aspect_ratio': 'invalid' }],
    ['captions of true', { captions: true }, { 'options.captions': 'invalid' }],
    ['gestures of false', { gestures: false }, { 'options.gestures': 'invalid' }],
    ['wild gestures', { gestures: 'wild' }, { 'options.gestures': 'invalid' }],
    ['a flying camera', { camera: 'flying' }, { 'options.camera': 'invalid' }],
    ['a blur in pixels', { background_blur: 12 }, { 'options.background_blur': 'invalid' }],
    ['a blur of nothing', { background_blur: 'soft' }, { 'options.background_blur': 'conflict' }],
    [
      'a blur of a set',
      { background: { set: 'loft' }, background_blur: 'strong' },
      { 'options.background_blur': 'conflict' },
    ],
    [
      'a blur of a colour',
      { background: { colour: '#0f766e' }, background_blur: 'soft' },
      { 'options.background_blur': 'conflict' },
    ],
    ['a named colour', { brand_colour: 'red' }, { 'options.brand_colour': 'invalid' }],
    ['a short colour', { brand_colour: '#fff' }, { 'options.brand_colour': 'invalid' }],
    ['a colour with alpha', { brand_colour: '#ffffff80' }, { 'options.brand_colour': 'invalid' }],
    ['a colour with a line break', { brand_colour: '#ffffff\n' }, { 'options.brand_colour': 'invalid' }],
    ['a card that is a text', { name_card: 'Ada' }, { 'options.name_card': 'invalid' }],
    ['a card without a title', { name_card: { subtitle: 'x' } }, { 'options.name_card.title': 'required' }],
    ['an empty title', { name_card: { title: '' } }, { 'options.name_card.title': 'invalid' }],
    ['a long title', { name_card: { title: 'x'.repeat(61) } }, { 'options.name_card.title': 'too_long' }],
    ['a title with a line break', { name_card: { title: 'a\nb' } }, { 'options.name_card.title': 'invalid' }],
    ['a title of emoji', { name_card: { title: '🎬' } }, { 'options.name_card.title': 'invalid' }],
    [
      'a title that turns text around',
      { name_card: { title: 'a\u202eb' } },
      { 'options.name_card.title': 'invalid' },
    ],
    [
      'a long subtitle',
      { name_card: { title: 'A', subtitle: 'x'.repeat(61) } },
      { 'options.name_card.subtitle': 'too_long' },
    ],
    [
      'an unknown member of the card',
      { name_card: { title: 'A', logo: 'x' } },
      { 'options.name_card.logo': 'unknown' },
    ],
    ['a background that is a text', { background: 'library' }, { 'options.background': 'invalid' }],
    ['an empty background', { background: {} }, { 'options.background': 'required' }],
    [
      'two backgrounds',
      { background: { set: 'loft', colour: '#ffffff' } },
      { 'options.background': 'conflict' },
    ],
    [
      'an unknown kind of background',
      { background: { video_url: 'https://a.example' } },
      { 'options.background.video_url': 'unknown', 'options.background': 'required' },
    ],
    ['a wall in words', { background: { colour: 'blue' } }, { 'options.background.colour': 'invalid' }],
    ['a set that is a number', { background: { set: 5 } }, { 'options.background.set': 'invalid' }],
    [
      'an image that is no URL',
      { background: { image_url: 'picture.png' } },
      { 'options.background.image_url': 'invalid' },
    ],
    [
      'an image of another protocol',
      { background: { image_url: 'ftp://a.example/p.png' } },
      { 'options.background.image_url': 'invalid' },
    ],
    [
      'an image in a data URL',
      { background: { image_url: 'data:image/png;base64,AA==' } },
      { 'options.background.image_url': 'invalid' },
    ],
    [
      'several at once',
      { resolution: 1, captions: 2 },
      { 'options.resolution': 'invalid', 'options.captions': 'invalid' },
    ],
  ])('%s is refused by name', async (_, options, fields) => {
    expectProblem(await send(options), 'invalid_request', fields)
  })

  test.each([
    ['without TLS', 'http://pictures.example.com/a.png'],
    ['on the machine itself, by another name', 'https://[::1]/a.png'],
    ['in a private network', 'https://10.0.0.8/a.png'],
    ['where clouds keep credentials', 'https://169.254.169.254/latest/meta-data'],
    ['with a password', 'https://user:secret@pictures.example.com/a.png'],
    ['on a port of something else', 'https://93.184.216.34:6379/a.png'],
  ])('an image %s is refused at creation', async (_, image_url) => {
    expectProblem(await send({ background: { image_url } }), 'invalid_request', {
      'options.background.image_url': 'invalid',
    })
  })
})
