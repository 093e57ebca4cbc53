import { Alert, Button, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'

import type { CreatedKeyView, KeyView } from '../../../../src/api/console/door.ts'
import { later } from '../../parts/later.tsx'
import { useMe } from '../../api/session.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { LoadFailed } from '../../parts/page/load-failed.tsx'
import { KeyTable, works } from './key-table.tsx'
import { keysQuery } from './keys-data.ts'
import { NewKeyShown } from './new-key-shown.tsx'
import { RevokeKey } from './revoke-key.tsx'
import { Section } from '../../parts/section.tsx'
import { ShowMore } from '../../parts/table/show-more.tsx'
import { onTheWay } from '../../parts/page/on-the-way.ts'

const NewKey = later(async () => (await import('./key-form.tsx')).NewKey)
const RotateKey = later(async () => (await import('./rotate-key.tsx')).RotateKey)

/** What stands in front of the list. */
type Dialog =
  | { readonly asks: 'new' }
  | { readonly asks: 'rotate' | 'revoke'; readonly key: KeyView }
  | { readonly asks: 'shown'; readonly key: CreatedKeyView }

/** The account's API keys: made, replaced and revoked. */
export function Page() {
  const { isOwner } = useMe()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { data: keys } = useInfiniteQuery(keysQuery)
  const createKey = isOwner && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog({ asks: 'new' })}>
      Create key
    </Button>
  )
  return (
    <>
      <Section
        title="API keys"
        intro={
          isOwner
            ? 'Requests are authenticated with a key. Anyone who has it can use your plan, so keep it secret.'
            : 'Send a key with every request. Owners of the account create and revoke keys.'
        }
        action={keys && keys.length > 0 && createKey}
      >
        <KeyList
          createKey={createKey}
          onRotate={(key) => setDialog({ asks: 'rotate', key })}
          onRevoke={(key) => setDialog({ asks: 'revoke', key })}
        />
      </Section>
      {dialog && <KeyDialog dialog={dialog} onChange={setDialog} />}
    </>
  )
}

function KeyList({
  createKey,
  onRotate,
  onRevoke,
}: {
  createKey: React.ReactNode
  onRotate: (key: KeyView) => void
  onRevoke: (key: KeyView) => void
}) {
  const { isOwner } = useMe()
  const pages = useInfiniteQuery(keysQuery)
  const { data: keys, error, refetch } = pages
  const [showsEnded, setShowsEnded] = useState(false)
  if (error && !keys) return <LoadFailed error={error} retry={refetch} />
  if (!keys) return <Waiting />
  if (keys.length === 0) {
    return (
      <EmptyState icon={KeyRound} title="No keys yet" action={createKey}>
        With a key, your website, shop or script can create videos. Sample code comes with it.
      </EmptyState>
    )
  }
  const working = keys.filter(works)
  const ended = keys.length - working.length
  const shown = showsEnded ? keys : working
  return (
    <Stack gap="md">
      <UnusedKeys keys={working} />
      {shown.length === 0 ? (
        <Text c="dimmed">No key works: no program can use your account.</Text>
      ) : (
        <KeyTable keys={shown} actions={isOwner ? { rotate: onRotate, revoke: onRevoke } : null} />
      )}
      {ended > 0 && (
        <Switch
          label={`Show keys that work no more (${ended}${pages.hasNextPage ? ' or more' : ''})`}
          checked={showsEnded}
          onChange={(event) => setShowsEnded(event.currentTarget.checked)}
        />
      )}
      {showsEnded && <ShowMore pages={pages}>Show more keys</ShowMore>}
    </Stack>
  )
}

/** Points out keys that probably no program needs. */
function UnusedKeys({ keys }: { keys: readonly KeyView[] }) {
  const count = keys.filter((key) => key.is_unused).length
  if (count === 0) return null
  return (
    <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
      {count === 1 ? 'One key has' : `${count} keys have`} not been used for 90 days. Revoke what no program
      needs, before somebody else uses it.
    </Alert>
  )
}

function KeyDialog({ dialog, onChange }: { dialog: Dialog; onChange: (dialog: Dialog | null) => void }) {
  const close = () => onChange(null)
  const show = (key: CreatedKeyView) => onChange({ asks: 'shown', key })
  switch (dialog.asks) {
    case 'new':
      return <NewKey onClose={close} onCreated={show} />
    case 'rotate':
      return <RotateKey apiKey={dialog.key} onClose={close} onCreated={show} />
    case 'revoke':
      return <RevokeKey apiKey={dialog.key} onClose={close} />
    case 'shown':
      return <NewKeyShown created={dialog.key} onStored={close} />
  }
}

function Waiting() {
  return (
    <Stack gap="sm" {...onTheWay('keys')}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={52} />
      ))}
    </Stack>
  )
}
