import { ActionIcon, Box, Code, CopyButton, Tooltip } from '@mantine/core'
import { Check, Copy } from 'lucide-react'

/** Text to be pasted elsewhere, with a button that copies all of it. @param label names the text to screen readers. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} aria-label={label} pr={48} fz="sm">
        {code}
      </Code>
      <Box pos="absolute" top={8} right={8}>
        <CopyIcon value={code} label={`Copy ${label}`} />
      </Box>
    </Box>
  )
}

/** A button that copies a text and says that it did. */
export function CopyIcon({ value, label }: { value: string; label: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon variant="default" onClick={copy} aria-label={copied ? 'Copied' : label}>
            {copied ? <Check size={16} /> : <Copy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
