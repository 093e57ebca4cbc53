import type { TwinVoice } from './twin.ts'
import type { CatalogueVoice } from '../speech/voice.ts'

/** Voices that are suggested for a person. */
const SUGGESTIONS = 3

const SEMITONES_PER_OCTAVE = 12

/**
 * The voices of a catalogue that are nearest to a person's pitch, the nearest first; neural ones come first, as they
 * sound more like anybody. Pitch is all that is matched: no voice sounds like the person.
 *
 * @param pitchHz median pitch of the person.
 */
export function suggestVoices(catalogue: readonly CatalogueVoice[], pitchHz: number): TwinVoice[] {
  const byDistance = catalogue
    .filter((voice) => voice.pitchHz !== undefined)
    .map((voice) => ({ voice, delta: semitones(voice.pitchHz!, pitchHz) }))
    .toSorted((a, b) => rank(a) - rank(b))
  return byDistance.slice(0, SUGGESTIONS).map(({ voice, delta }) => ({
    engineVoiceId: voice.id,
    name: voice.name,
    match: { method: 'pitch', f0Hz: pitchHz, deltaSemitones: delta },
  }))
}

/** A voice that a person has chosen: a suggested one stays a match of their pitch, another one is none. */
export function chosenVoice(
  catalogue: readonly CatalogueVoice[],
  voice: CatalogueVoice,
  pitchHz: number | null,
): TwinVoice {
  const suggestion = pitchHz === null ? undefined : suggestVoices(catalogue, pitchHz)
  const suggested = suggestion?.find(({ engineVoiceId }) => engineVoiceId === voice.id)
  if (suggested) return suggested
  const isKnown = pitchHz !== null && voice.pitchHz !== undefined
  return {
    engineVoiceId: voice.id,
    name: voice.name,
    match: isKnown
      ? { method: 'chosen', f0Hz: pitchHz, deltaSemitones: semitones(voice.pitchHz!, pitchHz) }
      : null,
  }
}

/** A basic voice is suggested only where no neural one is within half an octave of it. */
function rank({ voice, delta }: { voice: CatalogueVoice; delta: number }): number {
  return Math.abs(delta) + (voice.quality === 'neural' ? 0 : SEMITONES_PER_OCTAVE / 2)
}

/** How much higher one pitch is than another, to a tenth. */
function semitones(hz: number, thanHz: number): number {
  return Math.round(10 * SEMITONES_PER_OCTAVE * Math.log2(hz / thanHz)) / 10
}
