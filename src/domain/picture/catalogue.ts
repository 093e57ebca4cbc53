/** The gender of a voice or presenter, as the catalogues describe it. */
export type Gender = 'female' | 'male' | 'neutral'

/** A stock presenter: who they are (specification section 2) and the voice they speak with. */
export interface Presenter {
  /** Stable id, for example `maya`. */
  readonly id: string
  readonly name: string
  /** The line under the name on the name card. */
  readonly role: string
  readonly gender: Gender
  /** BCP 47, for example `en-US`. */
  readonly language: string
  /** Engine voice the presenter speaks with unless the request names another. */
  readonly voiceId: string
  /** The renderer that draws them: `HOUSE_RENDERER`, or an external one (docs/renderer-port.md). */
  readonly renderer: string
  /** The look for an external renderer. Absent when this service draws. */
  readonly outsideLook?: Readonly<Record<string, unknown>>
  /** SHA-256 (hex) of the file that describes them. */
  readonly dataSha256: string
}

/** The renderer that is part of this service. */
export const HOUSE_RENDERER = 'house'

/**
 * The presenters that match every word of a search text, in catalogue order.
 *
 * The search covers name, gender and language, and ignores case and accents (decisions, "Presenter"). An empty text
 * matches all presenters.
 */
export function searchPresenters(presenters: readonly Presenter[], text: string): readonly Presenter[] {
  const words = fold(text).split(/\s+/u).filter(Boolean)
  return presenters.filter((presenter) => {
    const haystack = fold(
      `${presenter.name} ${presenter.gender} ${presenter.language} ${languageName(presenter.language)}`,
    )
    return words.every((word) => wordMatches(haystack, word))
  })
}

/** `male` must not find `female`: a search word matches from the start of a word. */
function wordMatches(haystack: string, word: string): boolean {
  return ` ${haystack.replaceAll('-', ' ')} ${haystack} `.includes(` ${word}`)
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** English name of a language tag, so that `english` finds `en-GB`. */
function languageName(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? ''
}
