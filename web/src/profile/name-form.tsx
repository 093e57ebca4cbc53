import { useQueryClient } from '@tanstack/react-query'

import { LONGEST_PERSON_NAME } from '../../../src/domain/account/person.ts'
import { ask } from '../api/client.ts'
import { sessionQuery, useMe } from '../api/session.ts'
import { RenameForm } from '../parts/rename-form.tsx'
import { notifyDone } from '../parts/notify.ts'

/** Changing how the person is called. */
export function NameForm() {
  const queries = useQueryClient()
  const { person } = useMe()
  return (
    <RenameForm
      label="Your name"
      description="Others of your account see it."
      autoComplete="name"
      longest={LONGEST_PERSON_NAME}
      current={person.name}
      rename={async (body) => {
        await ask('PUT /profile', { body })
        notifyDone('Your name is changed.')
        await queries.invalidateQueries(sessionQuery)
      }}
    />
  )
}
