import { Alert, Switch } from '@mantine/core'
import { FlaskConical } from 'lucide-react'

import { showsTestData } from '../api/client.ts'
import { useMe, withoutAccount } from '../api/session.ts'

/** Shows the account's test data instead of what is paid for, or goes back. The page starts afresh. */
export function TestDataSwitch() {
  const { membership } = useMe()
  if (!membership) return null
  return (
    <Switch
      label="Test data"
      checked={showsTestData()}
      onChange={() => {
        const account = `/${membership.account_id}`
        const [, list = '/projects'] = /^(\/[^/]*)/u.exec(withoutAccount(location.pathname)) ?? []
        location.assign(`${showsTestData() ? account : `${account}/test`}${list}`)
      }}
      styles={{ label: { whiteSpace: 'nowrap' } }}
    />
  )
}

/** Says what test data is, above every page that may show it. */
export function TestDataNote() {
  if (!showsTestData()) return null
  return (
    <Alert color="yellow" mb="lg" icon={<FlaskConical aria-hidden />} title="You are looking at test data">
      Videos, keys, webhook and usage here are apart from your live ones. Test videos cost nothing, are
      stamped TEST, and are removed after 24 hours. Presenters, twins, voices, pronunciations, people and plan
      are the same.
    </Alert>
  )
}
