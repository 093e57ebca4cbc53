import { Checkbox, NativeSelect, Radio, Stack } from '@mantine/core'

import { KEY_SCOPES } from '../../../../src/domain/account/key-scope.ts'
import type { KeyScope } from '../../../../src/domain/account/key-scope.ts'

/** What a person chooses for a new key, as the form has it. */
export interface ChosenBounds extends Record<string, unknown> {
  readonly reach: 'everything' | 'scopes'
  readonly scopes: string[]
  /** Days, or nothing. */
  readonly expires_at: string
}

/** A key that may do everything until it is revoked, which most are. */
export const UNBOUNDED: ChosenBounds = { reach: 'everything', scopes: [], expires_at: '' }

/** What a scope is for. */
const MEANINGS: Readonly<Record<KeyScope, string>> = {
  'videos:read': 'See videos, their scripts and files, and pronunciations.',
  'videos:write': 'Create and delete videos, and change pronunciations.',
  'twins:use': 'Let digital twins speak in the videos that it creates.',
  webhooks: 'Change where events are sent. Anyone who can do that can receive every video.',
  'account:read': 'See the account, the plan and its use.',
}

const LIFETIMES = [
  { value: '', label: 'Until it is revoked' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
]

const DAY_MS = 86_400_000

/** What to send of them to the server. */
export function boundsToSend({ reach, scopes, expires_at: days }: ChosenBounds) {
  return {
    ...(reach === 'scopes' && { scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)) }),
    ...(days !== '' && { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
  }
}

/** Whether a choice leaves the key something to do. */
export function isUsable({ reach, scopes }: ChosenBounds): boolean {
  return reach === 'everything' || scopes.length > 0
}

/** How a field of the form is bound to it. */
type InputProps = (name: 'reach' | 'scopes' | 'expires_at') => object

/** Asks what a key may do and for how long. */
export function KeyBoundsChoice({ chosen, inputProps }: { chosen: ChosenBounds; inputProps: InputProps }) {
  return (
    <>
      <Radio.Group label="What it may do" {...inputProps('reach')}>
        <Stack gap="xs" mt="xs">
          <Radio value="everything" label="Everything" />
          <Radio value="scopes" label="Only what I choose" />
        </Stack>
      </Radio.Group>
      {chosen.reach === 'scopes' && (
        <Checkbox.Group label="Scopes" {...inputProps('scopes')}>
          <Stack gap="xs" mt="xs">
            {KEY_SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} description={MEANINGS[scope]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <NativeSelect label="How long it works" data={LIFETIMES} {...inputProps('expires_at')} />
    </>
  )
}
