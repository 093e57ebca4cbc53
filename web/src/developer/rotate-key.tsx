import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import type { CreatedKeyView, KeyView } from '../../../src/api/console/keys/endpoints.ts'
import { faultOf } from './fault-of.ts'
import { useRotateKey } from './keys-data.ts'

const DELAYS = [
  { seconds: 0, label: 'Stop at once', hint: 'When somebody else may have seen the key.' },
  { seconds: 3_600, label: 'One more hour', hint: 'When you change one program by hand.' },
  { seconds: 86_400, label: 'One more day', hint: 'Enough for most releases.' },
  { seconds: 604_800, label: 'Seven more days', hint: 'When others have to change their programs too.' },
] as const

/** Replaces a key by a new one; for how long the old one still works is chosen. */
export function RotateKey({
  apiKey,
  onClose,
  onCreated,
}: {
  apiKey: KeyView
  onClose: () => void
  onCreated: (key: CreatedKeyView) => void
}) {
  const [delay, setDelay] = useState('86400')
  const rotate = useRotateKey()
  const fault = faultOf(rotate.error, 'works_for_seconds')
  return (
    <Modal opened onClose={onClose} title={`Replace the key “${apiKey.name}”`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          rotate.mutate({ id: apiKey.id, worksForSeconds: Number(delay) }, { onSuccess: onCreated })
        }}
      >
        <Stack>
          <Text size="sm">
            You get a new key of the same name. Put it into your program while the old one,{' '}
            <Text span ff="monospace" size="sm">
              {apiKey.masked}
            </Text>
            , still works.
          </Text>
          <Radio.Group label="How long should the old key work?" value={delay} onChange={setDelay}>
            <Stack gap="sm" mt="xs">
              {DELAYS.map(({ seconds, label, hint }) => (
                <Radio key={seconds} value={String(seconds)} label={label} description={hint} />
              ))}
            </Stack>
          </Radio.Group>
          {fault && (
            <Alert color="red" role="alert">
              {fault}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rotate.isPending}>
              Replace key
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
