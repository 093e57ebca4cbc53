import { ActionIcon, Box, Code, CopyButton, Group, Paper, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

const GROUND = 'var(--sidebar)'

/**
 * Text to be pasted elsewhere, with a button that copies all of it.
 *
 * @param label names the text to screen readers.
 * @param copies what the button copies instead, where the text is shown in another form.
 * @param mah the greatest height: the rest is reached by scrolling.
 */
export function CodeBlock({
  code,
  label,
  copies = code,
  mah,
}: {
  code: string
  label: string
  copies?: string
  mah?: number
}) {
  return (
    <Paper withBorder bg={GROUND} style={{ overflow: 'hidden' }}>
      <Group gap={0} wrap="nowrap" align="flex-start">
        <Code
          block
          tabIndex={0}
          role="region"
          aria-label={label}
          bg="transparent"
          fz={13}
          mah={mah}
          flex={1}
          miw={0}
          style={{ overflow: 'auto' }}
        >
          {code}
        </Code>
        <Box p={6}>
          <CopyIcon value={copies} label={`Copy ${label}`} />
        </Box>
      </Group>
    </Paper>
  )
}

/** A button that copies a text and says that it did. @param size in pixels; that of small buttons when left out. */
export function CopyIcon({ value, label, size }: { value: string; label: string; size?: number }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant="default"
            {...(size !== undefined && { size })}
            onClick={copy}
            aria-label={copied ? 'Copied' : label}
          >
            {copied ? <Check size={16} /> : <Copy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
