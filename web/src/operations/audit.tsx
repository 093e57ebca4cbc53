import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'

import type { AuditView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { LoadFailed } from '../parts/page/load-failed.tsx'
import { Rows } from '../parts/table/rows.tsx'
import { Section } from '../parts/section.tsx'

/** Differences that are drawn: one cause can make thousands of them. */
const MOST_SHOWN = 20

/** Recalculates the books of all accounts, when asked to. */
export function Audit() {
  const audit = useMutation({ mutationFn: () => ask('POST /operations/audit') })
  return (
    <Section
      title="Audit"
      intro="Recalculates every account’s seconds, videos and events and compares them with the ledger. Safe to run while the service is busy."
      action={
        <Button variant="default" loading={audit.isPending} onClick={() => audit.mutate()}>
          {audit.data ? 'Run again' : 'Run audit'}
        </Button>
      }
    >
      <div aria-live="polite">
        {audit.error && <LoadFailed error={audit.error} retry={() => audit.mutate()} />}
        {audit.data && <Result audit={audit.data} />}
      </div>
    </Section>
  )
}

function Result({ audit }: { audit: AuditView }) {
  if (audit.differences.length === 0) {
    return (
      <Alert color="green" icon={<CircleCheck size={18} aria-hidden />} title="The books are right">
        Every figure is what recalculating gives. It took {(audit.took_ms / 1_000).toFixed(2)} s.
      </Alert>
    )
  }
  return (
    <>
      <Alert color="red" mb="sm" role="alert" title="Some figures are not right">
        {audit.differences.length.toLocaleString('en')} of them differ from what recalculating gives. Keep a
        copy of the database before you change anything, and report it.
        {audit.differences.length > MOST_SHOWN &&
          ` The first ${MOST_SHOWN} are shown; “npm run -s admin audit” lists all.`}
      </Alert>
      <Rows label="Differences">
        {audit.differences.slice(0, MOST_SHOWN).map((difference) => (
          <div key={`${difference.account_id} ${difference.video_id} ${difference.rule}`}>
            <Text fw={550}>Does not hold: {difference.rule}</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {difference.video_id ?? difference.account_id}: {difference.expected} expected,{' '}
              {difference.found} found
            </Text>
          </div>
        ))}
      </Rows>
    </>
  )
}
