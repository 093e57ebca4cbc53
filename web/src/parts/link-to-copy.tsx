import { Alert, Button, CopyButton, Group, TextInput } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

/** Other machines do not find this one by these names. */
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A link of this application to be sent to somebody. @param path from the slash on. @param label names the link. */
export function LinkToCopy({ path, label }: { path: string; label: string }) {
  const link = `${location.origin}${path}`
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          aria-label={label}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              data-autofocus
              w={128}
              leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            >
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      </Group>
      {THIS_MACHINE.has(location.hostname) && (
        <Alert color="yellow" title="This address works on this machine only">
          To send it to someone else, open the application by its public address and make the link there.
        </Alert>
      )}
    </>
  )
}
