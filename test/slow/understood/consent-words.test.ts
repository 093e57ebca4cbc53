import { describe, expect, test } from 'vitest'

import { recogniserAt } from '../../../src/twins/consent/recogniser.ts'
import { DRAWN, OTHERS, said, statement } from '../../support/speech/said-statement.ts'
import { isLeftOut } from '../../support/run/left-out.ts'
import { resolveRecogniserModels } from '../../support/speech/speech-recogniser.ts'

const files = await resolveRecogniserModels()
const isDeaf = isLeftOut('The recogniser of consents', files)

describe.skipIf(isDeaf)('the words of a statement', () => {
  test('are written down by a recogniser where one is installed', async () => {
    const recogniser = (await recogniserAt('folder' in files ? files.folder : ''))!
    const sound = await said(statement(DRAWN), 'slt')
    expect(await recogniser.wordsIn(sound, DRAWN)).toBeGreaterThanOrEqual(3)
    expect(await recogniser.wordsIn(sound, OTHERS)).toBe(0)
  })
})
