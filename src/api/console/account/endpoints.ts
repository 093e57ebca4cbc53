import { z } from 'zod'

import { LONGEST_ACCOUNT_NAME } from '../../../domain/account/account.ts'
import { name } from '../../contract/fields/names.ts'
import { consoleEndpoint } from '../endpoint.ts'
import { ownerOf } from '../owner-only.ts'

/** PUT /account: changes how the account is called, which its members and the people of its twins read. */
export const renameAccount = consoleEndpoint({
  method: 'put',
  path: '/account',
  body: z.strictObject({ name: name(LONGEST_ACCOUNT_NAME, 'Give the account a name.') }),
  answer: z.strictObject({ name: z.string() }),
  async handle({ account, caller, body }, { accounts }) {
    ownerOf(caller)
    await accounts.rename(account.id, body.name)
    return { name: body.name }
  },
})
