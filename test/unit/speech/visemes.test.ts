import { expect, test } from 'vitest'
import { dictionary as words } from 'cmu-pronouncing-dictionary'
import { ipaOf } from '../../../src/speech/english/pronounce/ipa.ts'
import { ipaOfFlite } from '../../../src/speech/flite/phones.ts'
import { unstressed } from '../../../src/speech/languages/ipa.ts'
import { PHONE_SHAPES, visemesOf } from '../../../src/speech/visemes.ts'
import type { Phone } from '../../../src/domain/speech/speech-timeline.ts'

/** Phones, by Flite's names, of a tenth of a second each, unless another length is given as `phone:milliseconds`. */
function phones(written: string): Phone[] {
  let start = 0
  return written.split(' ').map((part) => {
    const [phone = '', milliseconds = '100'] = part.split(':')
    const timed = { phone: ipaOfFlite(phone), start, end: start + Number(milliseconds) / 1000 }
    start = timed.end
    return timed
  })
}

function shapes(written: string): string {
  return visemesOf(phones(written))
    .map(({ viseme }) => viseme)
    .join(' ')
}

/** The phones of CMU Flite's US English phone set. */
const FLITE_PHONES =
  'aa ae ah ao aw ax axr ay b ch d dh dx eh el em en er ey f g ih iy jh k l m n nx ng ow oy p pau r s sh t th uh uw v w y z zh'

test('every phone of Flite, and of every word of the dictionary, has a mouth shape', () => {
  const phonesOfFlite = FLITE_PHONES.split(' ').map(ipaOfFlite)
  expect(new Set(phonesOfFlite).size).toBe(FLITE_PHONES.split(' ').length)
  expect(phonesOfFlite.filter((phone) => !PHONE_SHAPES.has(phone))).toEqual([])
  const dictionary = Object.values(words).flatMap((said) => ipaOf(said.replace(/ #.*$/u, '').split(' ')))
  const others = [...new Set(dictionary.map(unstressed))].filter((phone) => !PHONE_SHAPES.has(phone))
  expect(others).toEqual(['h'])
})

test('lips close for p, b and m, and meet the teeth for f and v', () => {
  expect(shapes('aa p aa f')).toBe('aa PP aa FF')
})

test('an h takes the shape of the vowel that follows', () => {
  expect(shapes('pau:200 hh ow pau:200')).toBe('sil oh ou sil')
  expect(shapes('hh')).toBe('E')
})

test('a diphthong is two shapes, the first held a little longer', () => {
  const [first, second] = visemesOf(phones('ay'))
  expect([first?.viseme, second?.viseme]).toEqual(['aa', 'ih'])
  expect(first?.end).toBeCloseTo(0.055)
  expect(second?.start).toBe(first?.end)
})

test('the mouth closes in a rest, not in the moment between two words', () => {
  expect(shapes('aa pau:300 aa')).toBe('aa sil aa')
  expect(shapes('aa pau:80 iy')).toBe('aa ih')
})

test('a shape too short to be seen is left out, but lips that meet are kept', () => {
  expect(shapes('aa t:20 iy')).toBe('aa ih')
  expect(shapes('aa p:20 iy')).toBe('aa PP ih')
})

test('neighbours are never alike', () => {
  expect(shapes('t d t s z')).toBe('DD SS')
})
