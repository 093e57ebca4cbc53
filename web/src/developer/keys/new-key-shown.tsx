import { Tabs, Text } from '@mantine/core'

import type { CreatedKeyView } from '../../../../src/api/console/door.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { ShownOnce } from './shown-once.tsx'
import { firstVideoSnippets } from '../snippets.ts'

/** A new key, this once, with a first request to paste. */
export function NewKeyShown({ created, onStored }: { created: CreatedKeyView; onStored: () => void }) {
  return (
    <ShownOnce
      title={`Your new key “${created.name}”`}
      label="API key"
      secret={created.key}
      onStored={onStored}
    >
      {makesVideos(created) && <FirstVideo created={created} />}
    </ShownOnce>
  )
}

/** Whether the request to paste works with a key. */
function makesVideos({ scopes }: CreatedKeyView): boolean {
  return scopes === null || scopes.includes('videos:write')
}

function FirstVideo({ created }: { created: CreatedKeyView }) {
  const snippets = firstVideoSnippets(location.origin, created)
  return (
    <>
      <Text size="sm">
        Try it: this makes a short video with your new key. It costs a few seconds of your plan.
      </Text>
      <Tabs defaultValue="curl">
        <Tabs.List mb="xs">
          {snippets.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ id, label, code }) => (
          <Tabs.Panel key={id} value={id}>
            <CodeBlock code={code} label={`example in ${label}`} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
