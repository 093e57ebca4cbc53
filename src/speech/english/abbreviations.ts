import type { Neighbours } from './tokens.ts'

/** When a shortened word is one: before a name, before a number, behind `2nd` or the like, or always. */
export type AbbreviationPlace = 'before a name' | 'before a number' | 'behind a rank' | 'anywhere'

/** A shortened word ending in a dot. */
export interface Abbreviation {
  readonly say: string
  readonly place: AbbreviationPlace
  /** A sentence never ends with it. */
  readonly leadsOn: boolean
  /** What it stands for behind a name: `Elm St.` is a street. */
  readonly afterName?: string
}

const title = (say: string, afterName?: string): Abbreviation => ({
  say,
  place: 'before a name',
  leadsOn: true,
  ...(afterName !== undefined && { afterName }),
})
const counted = (say: string): Abbreviation => ({ say, place: 'before a number', leadsOn: true })
const linking = (say: string): Abbreviation => ({ say, place: 'anywhere', leadsOn: true })
const ranked = (say: string): Abbreviation => ({ say, place: 'behind a rank', leadsOn: false })
const closing = (say: string): Abbreviation => ({ say, place: 'anywhere', leadsOn: false })

/** English abbreviations, in lower case with their dot. */
export const ABBREVIATIONS: ReadonlyMap<string, Abbreviation> = new Map([
  ['mr.', linking('mister')],
  ['mrs.', linking('missus')],
  ['ms.', linking('miz')],
  ['mx.', linking('mix')],
  ['messrs.', linking('messers')],
  ['dr.', title('doctor', 'drive')],
  ['st.', title('saint', 'street')],
  ['prof.', title('professor')],
  ['mt.', title('mount')],
  ['ft.', title('fort')],
  ['rev.', title('reverend')],
  ['hon.', title('honorable')],
  ['gov.', title('governor')],
  ['sen.', title('senator')],
  ['rep.', title('representative')],
  ['pres.', title('president')],
  ['gen.', title('general')],
  ['col.', title('colonel')],
  ['maj.', title('major')],
  ['capt.', title('captain')],
  ['cpl.', title('corporal')],
  ['lt.', title('lieutenant')],
  ['sgt.', title('sergeant')],
  ['cmdr.', title('commander')],
  ['adm.', title('admiral')],
  ['no.', counted('number')],
  ['nos.', counted('numbers')],
  ['nr.', counted('number')],
  ['fig.', counted('figure')],
  ['figs.', counted('figures')],
  ['vol.', counted('volume')],
  ['p.', counted('page')],
  ['pp.', counted('pages')],
  ['ch.', counted('chapter')],
  ['sec.', counted('section')],
  ['cl.', counted('clause')],
  ['reg.', counted('regulation')],
  ['cir.', ranked('circuit')],
  ['ed.', ranked('edition')],
  ['art.', counted('article')],
  ['eq.', counted('equation')],
  ['apt.', counted('apartment')],
  ['ext.', counted('extension')],
  ['tel.', linking('telephone')],
  ['jan.', counted('january')],
  ['feb.', counted('february')],
  ['mar.', counted('march')],
  ['apr.', counted('april')],
  ['jun.', counted('june')],
  ['jul.', counted('july')],
  ['aug.', counted('august')],
  ['sep.', counted('september')],
  ['sept.', counted('september')],
  ['oct.', counted('october')],
  ['nov.', counted('november')],
  ['dec.', counted('december')],
  ['arr.', counted('arriving')],
  ['dep.', counted('departing')],
  ['ea.', closing('each')],
  ['e.g.', linking('for example')],
  ['i.e.', linking('that is')],
  ['cf.', linking('compare')],
  ['ca.', counted('circa')],
  ['vs.', linking('versus')],
  ['approx.', linking('approximately')],
  ['incl.', linking('including')],
  ['excl.', linking('excluding')],
  ['max.', linking('maximum')],
  ['min.', linking('minimum')],
  ['avg.', linking('average')],
  ['est.', counted('established')],
  ['etc.', closing('et cetera')],
  ['al.', closing('al')],
  ['inc.', closing('incorporated')],
  ['ltd.', closing('limited')],
  ['corp.', closing('corporation')],
  ['co.', closing('company')],
  ['bros.', closing('brothers')],
  ['dept.', closing('department')],
  ['univ.', closing('university')],
  ['assn.', closing('association')],
  ['jr.', closing('junior')],
  ['sr.', closing('senior')],
  ['ave.', closing('avenue')],
  ['blvd.', closing('boulevard')],
  ['rd.', closing('road')],
  ['hwy.', counted('highway')],
  ['rm.', counted('room')],
  ['bldg.', counted('building')],
  ['wk.', counted('week')],
  ['op.', counted('opus')],
  ['feat.', linking('featuring')],
  ['sq.', linking('square')],
  ['cu.', linking('cubic')],
  ['pt.', counted('part')],
])

/** Titles that are as good without their dot, as the British write them. */
const BARE_TITLES = new Set('Mr Mrs Ms Mx Dr Prof St Mt Sgt Capt Lt Col Gen Rev'.split(' '))

/** What is counted, as it is written without its dot. */
const BARE_COUNTS = new Set('Hwy Apt Bldg Rm Fig Vol'.split(' '))

/** `2nd`, `45th`. */
const RANK = /^\d+(?:st|nd|rd|th)$/iu

/** What is counted, also in Roman numerals. */
export const COUNTS = /^(?:[#\d]|[IVXL]+$)/u

/** Words that begin with a capital only because a sentence does. */
const CAPITAL = /^\p{Lu}/u

/**
 * What is said for a shortened word, or null when it is none here.
 *
 * @param core the token without its dot.
 */
export function sayAbbreviation(core: string, { previous, next, at, tail }: Neighbours): string | null {
  const dotted = tail.startsWith('.')
  const isBare = (BARE_TITLES.has(core) && CAPITAL.test(next)) || (BARE_COUNTS.has(core) && /^\d/u.test(next))
  if (!dotted && !isBare) return null
  const found = ABBREVIATIONS.get(`${core.toLowerCase()}.`)
  // Behind a number it is minutes.
  if (!found || (core === 'min' && /\d$/u.test(previous))) return null
  if (found.place === 'before a number') return COUNTS.test(next) ? found.say : null
  if (found.place === 'behind a rank') return RANK.test(previous) ? found.say : null
  if (found.place === 'anywhere') return found.say
  // `Meet Dr. Smith` is about a person, `12 Elm Dr. Springfield` and `Elm Dr. is` are about a road.
  const isNamed = CAPITAL.test(previous) || RANK.test(previous)
  const isRoad = isNamed && (!CAPITAL.test(next) || /^\d/u.test(at(-2)))
  if (found.afterName !== undefined && isRoad && CAPITAL.test(core)) return found.afterName
  return CAPITAL.test(next) ? found.say : null
}
