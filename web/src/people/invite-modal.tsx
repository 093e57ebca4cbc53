import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { CreatedInvitationView, MemberView } from '../../../src/api/console/door.ts'
import { ask, Refusal } from '../api/client.ts'
import { DialogEnd } from '../parts/dialog-end.tsx'
import { LinkToCopy } from '../parts/link-to-copy.tsx'
import { PEOPLE } from './people-query.ts'
import { ROLES } from './roles.ts'

/** Inviting somebody: whom and as what, then the link, which is shown this once. */
export function InviteModal({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const [made, setMade] = useState<CreatedInvitationView | null>(null)
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={() => setMade(null)}
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

function InviteForm({ close, onMade }: { close: () => void; onMade: (made: CreatedInvitationView) => void }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<MemberView['role']>('member')
  const invite = useMutation({
    mutationFn: () => ask('POST /people/invitations', { body: { email: email.trim(), role } }),
    async onSuccess(made) {
      onMade(made)
      await queries.invalidateQueries(PEOPLE)
    },
  })
  const fieldFault = invite.error instanceof Refusal ? invite.error.fields['email']?.message : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        invite.mutate()
      }}
    >
      <Stack>
        {invite.error && !fieldFault && (
          <Alert color="red" role="alert">
            {invite.error instanceof Refusal
              ? invite.error.userMessage
              : 'Something went wrong. Please try again.'}
          </Alert>
        )}
        <TextInput
          label="E-mail"
          description="They sign in with this address. Nothing is sent to it: you get a link to pass on."
          type="email"
          required
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fieldFault}
        />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as MemberView['role'])}>
          <Stack gap="xs" mt={6}>
            {Object.entries(ROLES).map(([value, { name, allows }]) => (
              <Radio key={value} value={value} label={name} description={allows} />
            ))}
          </Stack>
        </Radio.Group>
        <DialogEnd onClose={close}>
          <Button type="submit" loading={invite.isPending}>
            Make the link
          </Button>
        </DialogEnd>
      </Stack>
    </form>
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
