import { Stack, Tabs, Text } from '@mantine/core'

import { CodeBlock } from '../../parts/code-block.tsx'
import { RECEIVERS } from './receivers.ts'

const MOST_SHOWN_HEIGHT = 440

/** Programs to copy that take events and believe only those that are signed. */
export function VerifySnippets() {
  return (
    <Tabs defaultValue={RECEIVERS[0].id} keepMounted={false}>
      <Tabs.List mb="sm">
        {RECEIVERS.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {RECEIVERS.map(({ id, label, file, run, code }) => (
        <Tabs.Panel key={id} value={id}>
          <Stack gap="sm">
            <Text size="sm">
              Save this as <code>{file}</code>. It needs {label} and nothing else.
            </Text>
            <CodeBlock code={code} label={`receiver in ${label}`} mah={MOST_SHOWN_HEIGHT} />
            <Text size="sm">Start it with your signing secret:</Text>
            <CodeBlock
              code={`WEBHOOK_SECRET=whsec_… ${run}`}
              label={`command that starts it with ${label}`}
            />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
