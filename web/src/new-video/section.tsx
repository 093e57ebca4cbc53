import { Card, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'

/** A part of the form. @param hint what there is to know before one fills it in. */
export function Section({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Stack gap="md">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {hint && (
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  )
}
