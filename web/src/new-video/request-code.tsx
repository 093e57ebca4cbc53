import { Anchor, Card, Code, Stack, Tabs, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'

import { LANGUAGES } from '../../../src/domain/video/request-snippet.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import type { RequestBody } from './draft/draft.ts'
import { snippet } from './snippets.ts'

/** The form as a request of the API, ready to be pasted. */
export function RequestCode({ body, idempotencyKey }: { body: RequestBody; idempotencyKey: string }) {
  const id = useId()
  const request = { apiUrl: `${location.origin}/api/v1`, body, idempotencyKey }
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Title order={2} id={id}>
            API request
          </Title>
          <Text size="sm" c="dimmed">
            This request makes the same video. It reads an{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <Link to="/developer/keys" {...props} />}
            >
              API key
            </Anchor>{' '}
            from <Code>PRESENTER_API_KEY</Code>.
          </Text>
        </div>
        <Tabs defaultValue={LANGUAGES[0]} keepMounted={false}>
          <Tabs.List mb="xs">
            {LANGUAGES.map((language) => (
              <Tabs.Tab key={language} value={language}>
                {language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {LANGUAGES.map((language) => (
            <Tabs.Panel key={language} value={language}>
              <CodeBlock code={snippet(language, request)} label={`request in ${language}`} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Card>
  )
}
