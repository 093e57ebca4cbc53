import { PAGES } from '../../../web/src/pages.ts'

/** One leads to another. */
const { developer: _, ...SHOWN } = PAGES
const WITHOUT_PARAMETERS = Object.values(SHOWN).filter(({ path }) => !path.includes('$'))

/** Pages on the way in, for whom nobody is signed in. */
export const ENTRANCE_PAGES = WITHOUT_PARAMETERS.filter(({ frame }) => frame === 'none').map(
  ({ path }) => path,
)

/** Pages for people who are signed in, as an owner and operator sees them; those of one project or delivery are not among them. */
export const MEMBER_PAGES = WITHOUT_PARAMETERS.filter(({ frame }) => frame !== 'none').map(({ path }) => path)
