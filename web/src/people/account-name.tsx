import { useQueryClient } from '@tanstack/react-query'

import { LONGEST_ACCOUNT_NAME } from '../../../src/domain/account/account.ts'
import { ask } from '../api/client.ts'
import { sessionQuery } from '../api/session.ts'
import { RenameForm } from '../parts/rename-form.tsx'
import { notifyDone } from '../parts/notify.ts'
import { Section } from '../parts/section.tsx'

/** Changing how the account is called. @param current its name now. */
export function AccountName({ current }: { current: string }) {
  const queries = useQueryClient()
  return (
    <Section title="Account">
      <RenameForm
        label="Account name"
        description="Your company or team. Members see it, and so do people who record a twin for it."
        autoComplete="organization"
        longest={LONGEST_ACCOUNT_NAME}
        current={current}
        rename={async (body) => {
          await ask('PUT /account', { body })
          await queries.invalidateQueries(sessionQuery)
          notifyDone('The account is renamed.')
        }}
      />
    </Section>
  )
}
