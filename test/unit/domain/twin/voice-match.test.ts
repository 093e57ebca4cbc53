import { describe, expect, test } from 'vitest'

import { chosenVoice, suggestVoices } from '../../../../src/domain/twin/voice-match.ts'
import { voiceLabel } from '../../../../src/domain/twin/twin.ts'
import type { CatalogueVoice } from '../../../../src/domain/speech/voice.ts'
import { VOICES } from '../../../../src/speech/voice-catalogue.ts'

const voice = (
  name: string,
  pitchHz?: number,
  quality: CatalogueVoice['quality'] = 'neural',
): CatalogueVoice => ({
  id: `test:${name.toLowerCase()}`,
  name,
  gender: 'neutral',
  language: 'en-US',
  quality,
  ...(pitchHz !== undefined && { pitchHz }),
})
const CATALOGUE = [
  voice('Low', 85),
  voice('Near', 105),
  voice('Basic', 107, 'basic'),
  voice('High', 214),
  voice('Unknown'),
]

describe('voices for a person', () => {
  test('are the three nearest to their pitch, with how much higher they are', () => {
    expect(suggestVoices(CATALOGUE, 107)).toEqual([
      {
        engineVoiceId: 'test:near',
        name: 'Near',
        match: { method: 'pitch', f0Hz: 107, deltaSemitones: -0.3 },
      },
      { engineVoiceId: 'test:low', name: 'Low', match: { method: 'pitch', f0Hz: 107, deltaSemitones: -4 } },
      {
        engineVoiceId: 'test:basic',
        name: 'Basic',
        match: { method: 'pitch', f0Hz: 107, deltaSemitones: 0 },
      },
    ])
  })

  test('are never ones that nobody has measured', () => {
    expect(suggestVoices([voice('Unknown')], 107)).toEqual([])
  })

  test('are called a match of the pitch only when they are one, and never the person’s own', () => {
    expect(voiceLabel(chosenVoice(CATALOGUE, CATALOGUE[1]!, 107))).toBe('Near (matched to your pitch)')
    expect(voiceLabel(chosenVoice(CATALOGUE, CATALOGUE[3]!, 107))).toBe('High')
    expect(chosenVoice(CATALOGUE, CATALOGUE[3]!, 107).match).toMatchObject({
      method: 'chosen',
      deltaSemitones: 12,
    })
    expect(chosenVoice(CATALOGUE, CATALOGUE[1]!, null).match).toBeNull()
    expect(chosenVoice(CATALOGUE, CATALOGUE[4]!, 107).match).toBeNull()
  })

  test('of the real catalogue are found for low and high people alike', () => {
    for (const pitchHz of [75, 110, 160, 210, 300]) expect(suggestVoices(VOICES, pitchHz)).toHaveLength(3)
    const [low] = suggestVoices(VOICES, 85)
    const [high] = suggestVoices(VOICES, 270)
    expect(VOICES.find(({ id }) => id === low?.engineVoiceId)?.gender).toBe('male')
    expect(VOICES.find(({ id }) => id === high?.engineVoiceId)?.gender).toBe('female')
  })
})
