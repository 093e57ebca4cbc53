import { expect, test } from 'vitest'
import { createVoiceSupply } from '../../../src/speech/voice-supply.ts'
import { VOICES, findVoice } from '../../../src/speech/voice-catalogue.ts'

const files = (installed: boolean) => ({ isInstalled: () => installed })

test('where nothing is installed a neural voice cannot speak, and one of its gender stands in for it', () => {
  const supply = createVoiceSupply('auto', files(false))
  expect(supply.canSpeak('kokoro:aria')).toBe(false)
  expect(supply.speakable('kokoro:aria')).toBe('flite:slt')
  expect(supply.speakable('kokoro:miles')).toBe('flite:rms')
  expect(supply.canSpeak('flite:slt')).toBe(true)
})

test('a neural voice speaks from the moment its files are there, without a restart', () => {
  let installed = false
  const supply = createVoiceSupply('auto', { isInstalled: () => installed })
  expect(supply.speakable('kokoro:aria')).toBe('flite:slt')
  installed = true
  expect(supply.speakable('kokoro:aria')).toBe('kokoro:aria')
})

test('an operator who wants the light engine gets it, whatever is installed', () => {
  expect(createVoiceSupply('flite', files(true)).speakable('kokoro:aria')).toBe('flite:slt')
})

test('an operator who wants the neural engine gets it also from a process that speaks nothing itself', () => {
  expect(createVoiceSupply('kokoro', files(false)).speakable('kokoro:aria')).toBe('kokoro:aria')
})

test('a voice that nobody knows cannot speak and is not replaced', () => {
  const supply = createVoiceSupply('kokoro', files(true))
  expect(supply.canSpeak('kokoro:nobody')).toBe(false)
  expect(supply.speakable('kokoro:nobody')).toBe('kokoro:nobody')
})

test('at least eight neural voices in English, and for each a stand-in that needs no files', () => {
  const neural = VOICES.filter(({ engine }) => engine === 'kokoro')
  expect(neural.filter(({ language }) => language.startsWith('en')).length).toBeGreaterThanOrEqual(8)
  for (const voice of neural) {
    expect(findVoice(voice.standIn)?.engine).toBe('flite')
    expect(voice.style).not.toBeNull()
  }
  expect(new Set(VOICES.map(({ name }) => name)).size).toBe(VOICES.length)
})
