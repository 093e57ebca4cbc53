import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'

import { SHORTEST_PASSWORD } from '../../../src/domain/account/person.ts'

/** Where a person chooses a password: browsers offer one, and its length is said before it is typed. */
export function NewPassword(field: PasswordInputProps) {
  return (
    <PasswordInput
      label="Password"
      description={`At least ${SHORTEST_PASSWORD} characters. A few words in a row are easy to remember.`}
      autoComplete="new-password"
      required
      {...field}
    />
  )
}
