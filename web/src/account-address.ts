import type { LocationRewrite } from '@tanstack/react-router'

import { workedFor } from './api/client.ts'
import { accountIn, WITHOUT_ACCOUNT } from './api/session.ts'
import { PAGES } from './pages.ts'

/** Pages that are about no account. */
const ENTRANCE = new Set<string>(
  Object.values(PAGES).flatMap(({ path, frame }) => (frame === 'none' ? [path] : [])),
)

/**
 * Every page for members has its account at the beginning of its address, for example `/acc_…/projects`: a link leads
 * whoever opens it to the account that it is about, and two tabs can work for two accounts. Pages themselves know nothing
 * of it.
 */
export const accountInAddress: LocationRewrite = {
  input({ url }) {
    if (accountIn(url.pathname) !== null) url.pathname = url.pathname.replace(WITHOUT_ACCOUNT, '') || '/'
    return url
  },
  output({ url }) {
    const account = workedFor()
    if (account !== null && !ENTRANCE.has(url.pathname)) url.pathname = `/${account}${url.pathname}`
    return url
  },
}
