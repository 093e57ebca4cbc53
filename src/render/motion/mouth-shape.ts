import type { Viseme } from '../../domain/speech/speech-timeline.ts'

/** What a mouth does at one moment. Shares are 0 to 1 unless said otherwise. */
export interface MouthShape {
  /** Distance of the lips; exactly 0 is closed. */
  readonly open: number
  /** Width against the mouth at rest, about 0.6 to 1.15. */
  readonly width: number
  /** Pushed forward and rounded. */
  readonly round: number
  /** Thickness of the lips against rest; pressed lips are thinner. */
  readonly upperLip: number
  readonly lowerLip: number
  /** How much of the teeth is seen. */
  readonly upperTeeth: number
  readonly lowerTeeth: number
  /** How high the tongue is. */
  readonly tongue: number
  /** Lower lip under the upper teeth. */
  readonly bite: number
  /** How far the jaw is down. */
  readonly jaw: number
}

/** The members of a mouth shape, for mixing shapes. */
export const MOUTH_MEMBERS = [
  'open',
  'width',
  'round',
  'upperLip',
  'lowerLip',
  'upperTeeth',
  'lowerTeeth',
  'tongue',
  'bite',
  'jaw',
] as const satisfies readonly (keyof MouthShape)[]

function shape(differences: Partial<MouthShape>): MouthShape {
  return { ...REST, ...differences }
}

/** Lips together, at ease. */
export const REST: MouthShape = {
  open: 0,
  width: 1,
  round: 0,
  upperLip: 1,
  lowerLip: 1,
  upperTeeth: 0,
  lowerTeeth: 0,
  tongue: 0,
  bite: 0,
  jaw: 0,
}

/** The pure shape of each viseme, as it would be held alone. */
export const VISEME_SHAPES: Readonly<Record<Viseme, MouthShape>> = {
  sil: REST,
  PP: shape({ width: 0.95, round: 0.08, upperLip: 0.7, lowerLip: 0.76 }),
  FF: shape({ open: 0.26, width: 0.96, lowerLip: 0.7, upperTeeth: 1, bite: 1, jaw: 0.1 }),
  TH: shape({ open: 0.3, upperTeeth: 0.8, tongue: 0.95, jaw: 0.3 }),
  DD: shape({ open: 0.27, width: 1.02, upperTeeth: 1, lowerTeeth: 0.2, tongue: 0.5, jaw: 0.25 }),
  kk: shape({ open: 0.34, upperTeeth: 0.8, lowerTeeth: 0.1, tongue: 0.35, jaw: 0.4 }),
  CH: shape({
    open: 0.27,
    width: 0.8,
    round: 0.65,
    upperLip: 1.15,
    lowerLip: 1.15,
    upperTeeth: 1,
    lowerTeeth: 0.5,
    jaw: 0.2,
  }),
  SS: shape({ open: 0.24, width: 1.07, upperLip: 0.95, upperTeeth: 1, lowerTeeth: 0.6, jaw: 0.1 }),
  nn: shape({ open: 0.24, upperTeeth: 0.9, lowerTeeth: 0.15, tongue: 0.6, jaw: 0.25 }),
  RR: shape({
    open: 0.28,
    width: 0.84,
    round: 0.5,
    upperLip: 1.1,
    lowerLip: 1.1,
    upperTeeth: 0.7,
    lowerTeeth: 0.1,
    tongue: 0.35,
    jaw: 0.25,
  }),
  aa: shape({ open: 0.85, width: 1.03, round: 0.1, upperTeeth: 0.85, tongue: 0.4, jaw: 1 }),
  E: shape({ open: 0.52, width: 1.1, upperTeeth: 1, tongue: 0.45, jaw: 0.6 }),
  ih: shape({
    open: 0.34,
    width: 1.12,
    upperLip: 0.95,
    upperTeeth: 1,
    lowerTeeth: 0.1,
    tongue: 0.3,
    jaw: 0.35,
  }),
  oh: shape({
    open: 0.62,
    width: 0.8,
    round: 0.75,
    upperLip: 1.1,
    lowerLip: 1.1,
    upperTeeth: 0.35,
    tongue: 0.2,
    jaw: 0.75,
  }),
  ou: shape({ open: 0.46, width: 0.62, round: 1, upperLip: 1.2, lowerLip: 1.2, upperTeeth: 0, jaw: 0.35 }),
}
