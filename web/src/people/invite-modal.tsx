import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { CreatedInvitationView, MemberView } from '../../../src/api/console/door.ts'
import { ask } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { SentForm } from '../parts/form/sent-form.tsx'
import { useSentForm } from '../parts/form/use-sent-form.ts'
import { LinkToCopy } from '../parts/link-to-copy.tsx'
import { PEOPLE } from './people-query.ts'
import { ROLES } from './roles.ts'

/** Inviting somebody: whom and as what, then the link, which is shown this once. */
export function InviteModal({ close }: { close: () => void }) {
  const [made, setMade] = useState<CreatedInvitationView | null>(null)
  return (
    <Modal
      opened
      onClose={close}
      title={made ? 'The invitation is ready' : 'Invite someone'}
      centered
      // A click beside it must not lose a link that is shown only once.
      closeOnClickOutside={made === null}
    >
      {made ? (
        <InvitationLink invitation={made} close={close} />
      ) : (
        <InviteForm close={close} onMade={setMade} />
      )}
    </Modal>
  )
}

const NOBODY_YET: Pick<MemberView, 'email' | 'role'> = { email: '', role: 'member' }

function InviteForm({ close, onMade }: { close: () => void; onMade: (made: CreatedInvitationView) => void }) {
  const queries = useQueryClient()
  const state = useSentForm(NOBODY_YET, async (body) => {
    onMade(await ask('POST /people/invitations', { body: { ...body, email: body.email.trim() } }))
    await queries.invalidateQueries(PEOPLE)
  })
  const { form, isSending } = state
  return (
    <SentForm state={state}>
      <TextInput
        label="Email"
        description="They sign in with this address. Nothing is sent to it: you get a link to pass on."
        type="email"
        required
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Stack gap="xs" mt={6}>
          {Object.entries(ROLES).map(([value, { name, allows }]) => (
            <Radio key={value} value={value} label={name} description={allows} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogEnd onClose={close}>
        <Button type="submit" loading={isSending}>
          Create link
        </Button>
      </DialogEnd>
    </SentForm>
  )
}

function InvitationLink({ invitation, close }: { invitation: CreatedInvitationView; close: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Send this link to <b>{invitation.email}</b>. It is shown only now, works once, and for seven days.
      </Text>
      <LinkToCopy path={invitation.path} label="Invitation link" />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
