import { expect, onTestFinished, test, vi } from 'vitest'

import { print } from '../../../src/admin/office.ts'
import { hasUnseen } from '../../../src/domain/account/unseen-characters.ts'

/** What a command writes for such a name. */
function printed(name: string, json = false): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  print({ json }, [{ id: 'key_1', name }])
  return String(write.mock.calls.at(-1)![0])
}

test.each([
  ['sets the terminal’s title', '\u001b]0;owned\u0007Server', ']0;ownedServer'],
  ['turns what follows red', '\u001b[31mServer', '[31mServer'],
  ['does so by one character', '\u009b31mServer', '31mServer'],
  ['makes a row of its own', 'Server\nkey_2  real', 'Server key_2  real'],
  ['is written from right to left', 'Server \u202e\u2066gpj.exe', 'Server gpj.exe'],
])('no name in a table %s', (_, name, shown) => {
  const lines = printed(name).trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toBe(`key_1  ${shown}`)
})

test('a table shows names in any writing, and JSON shows all of every name', () => {
  expect(printed('نگار Zoë 李')).toContain('نگار Zoë 李')
  expect(JSON.parse(printed('a\u001b[31m', true))).toEqual([{ id: 'key_1', name: 'a\u001b[31m' }])
})

test.each(['\u001b[31m', '\u009b31m', '\u007f', '\u202e', '\u2066', '\u2028', '\ufeff'])(
  'JSON says %j, and no terminal obeys it',
  (unseen) => {
    const written = printed(`a${unseen}b`, true)
    expect(written.split('\n').some(hasUnseen)).toBe(false)
    expect(JSON.parse(written)).toEqual([{ id: 'key_1', name: `a${unseen}b` }])
  },
)
