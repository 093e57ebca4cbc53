import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { CreatedKeyView } from '../../../../src/api/console/door.ts'
import { DialogEnd } from '../../parts/dialog-end.tsx'
import { faultOf } from '../fault-of.ts'
import { useCreateKey } from './keys-data.ts'

/** Asks for a new key's name and makes it. @param onCreated is given the key, which is shown only once. */
export function NewKey({
  onClose,
  onCreated,
}: {
  onClose: () => void
  onCreated: (key: CreatedKeyView) => void
}) {
  const [name, setName] = useState('')
  const create = useCreateKey()
  return (
    <Modal opened onClose={onClose} title="Create an API key">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate(name, { onSuccess: onCreated })
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="For you to tell keys apart. Use one key for each program."
            placeholder="Web shop"
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultOf(create.error, 'name')}
          />
          <DialogEnd onClose={onClose}>
            <Button type="submit" loading={create.isPending} disabled={name.trim() === ''}>
              Create key
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Modal>
  )
}
