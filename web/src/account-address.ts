import type { LocationRewrite } from '@tanstack/react-router'

import { showsTestData, workedFor } from './api/client.ts'
import { withoutAccount } from './api/session.ts'
import { PAGES } from './pages.ts'

/** Pages that are about no account. */
const ENTRANCE = new Set<string>(
  Object.values(PAGES).flatMap(({ path, frame }) => (frame === 'none' ? [path] : [])),
)

/**
 * Every page for members has its account at the beginning of its address, for example `/acc_…/projects`: a link
 * opens the account that it is about, and two tabs can work for two accounts. `/acc_…/test/projects` shows the account's
 * test data. Pages do not see this part of the address.
 */
export const accountInAddress: LocationRewrite = {
  input({ url }) {
    url.pathname = withoutAccount(url.pathname)
    return url
  },
  output({ url }) {
    const account = workedFor()
    const start = showsTestData() ? `/${account}/test` : `/${account}`
    if (account !== null && !ENTRANCE.has(url.pathname)) url.pathname = `${start}${url.pathname}`
    return url
  },
}
