import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { CopyIcon } from '../../parts/code-block.tsx'

/**
 * Shows a secret for the only time. It goes away by one button alone, not by a stray click or key.
 *
 * @param label names the secret, such as `API key`.
 */
export function ShownOnce({
  title,
  label,
  secret,
  onStored,
  children,
}: {
  title: string
  label: string
  secret: string
  onStored: () => void
  children?: ReactNode
}) {
  return (
    <Modal
      opened
      onClose={onStored}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="Copy it now">
          It is shown only once. Anyone who has it can act for your account, so keep it where only your
          program can read it.
        </Alert>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={label}
            value={secret}
            readOnly
            flex={1}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyIcon value={secret} label={`Copy ${label}`} size={36} />
        </Group>
        {children}
        <Group justify="flex-end">
          <Button onClick={onStored}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
