import { Card, Group, Stack, Text } from '@mantine/core'

import { CopyIcon } from '../parts/code-block.tsx'
import { capitalised, languageName } from '../parts/language.ts'
import { UseInVideo } from '../parts/use-in-video.tsx'
import { PresenterPreview } from './presenter-preview.tsx'
import type { PreviewState } from './presenter-preview.tsx'
import type { PresenterItem } from './queries.ts'
import classes from './presenters.module.css'

/** A presenter to be looked at, heard, and used. */
export function PresenterCard({
  presenter,
  state,
  onChange,
}: {
  presenter: PresenterItem
  state: PreviewState
  onChange: (state: PreviewState) => void
}) {
  const { id, name, gender, language } = presenter
  return (
    <Card component="li" withBorder padding="md" className={classes['card'] ?? ''}>
      <Card.Section>
        <PresenterPreview presenter={presenter} state={state} onChange={onChange} />
      </Card.Section>
      <Group justify="space-between" wrap="nowrap" mt="sm" mb="md">
        <Stack gap={0} miw={0}>
          <Text component="h2" fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {capitalised(gender)} · {languageName(language)}
          </Text>
        </Stack>
        <CopyIcon value={id} label={`Copy the id of ${name}`} />
      </Group>
      <UseInVideo who={{ presenter_id: id }} name={name} />
    </Card>
  )
}
