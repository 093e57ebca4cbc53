import { expect, test } from 'vitest'

import { searchPresenters } from '../../../../src/domain/picture/catalogue.ts'
import type { Presenter } from '../../../../src/domain/picture/catalogue.ts'

function presenter(name: string, gender: Presenter['gender'], language: string): Presenter {
  return { id: name, name, role: '', gender, language, voiceId: '', renderer: 'house', dataSha256: '' }
}

const PRESENTERS = [
  presenter('Maya Lindqvist', 'female', 'en-US'),
  presenter('Omar Idris', 'male', 'en-GB'),
  presenter('Zoë Ångström', 'neutral', 'sv'),
]

test.each([
  ['', 'Maya Lindqvist, Omar Idris, Zoë Ångström'],
  ['male', 'Omar Idris'],
  ['ZOE angstrom', 'Zoë Ångström'],
  ['zoe\u0308', 'Zoë Ångström'],
  ['english', 'Maya Lindqvist, Omar Idris'],
  ['british', 'Omar Idris'],
  ['swedish neutral', 'Zoë Ångström'],
  ['en-US', 'Maya Lindqvist'],
  ['US', 'Maya Lindqvist'],
  ['qvist', ''],
  ['omar female', ''],
  ['[', ''],
])('the search %j finds %j', (text, names) => {
  expect(
    searchPresenters(PRESENTERS, text)
      .map(({ name }) => name)
      .join(', '),
  ).toBe(names)
})
