import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { LoadFailed } from '../parts/page/load-failed.tsx'
import { PageHeader } from '../parts/page/page-header.tsx'
import { checkFile } from './check-file.ts'
import { DropZone } from './drop-zone.tsx'
import { Outcome } from './outcome.tsx'

/** Says whether a video file was made by this service, unaltered, and what it speaks. */
export function Page() {
  const [share, setShare] = useState(0)
  const reading = useRef<AbortController | null>(null)
  const check = useMutation({
    mutationFn: (file: File) => {
      reading.current?.abort()
      const controller = new AbortController()
      reading.current = controller
      setShare(0)
      return checkFile(file, setShare, controller.signal)
    },
    retry: false,
  })
  const file = check.variables
  const cancel = () => {
    reading.current?.abort()
    check.reset()
  }
  return (
    <>
      <PageHeader>
        See whether a video file comes from this service and is exactly as it was made. The file stays on your
        device: only its fingerprint is compared.
      </PageHeader>
      <Stack maw={760}>
        <DropZone choose={check.mutate} isBusy={check.isPending} />
        <div aria-live="polite">
          {check.isPending && file && <Reading name={file.name} share={share} cancel={cancel} />}
          {check.isSuccess && file && <Outcome fileName={file.name} outcome={check.data} />}
          {check.isError && file && <LoadFailed error={check.error} retry={() => check.mutate(file)} />}
        </div>
      </Stack>
    </>
  )
}

function Reading({ name, share, cancel }: { name: string; share: number; cancel: () => void }) {
  const percent = Math.round(share * 100)
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text size="sm" truncate>
          Reading {name}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Text size="sm" c="dimmed" aria-hidden style={{ fontVariantNumeric: 'tabular-nums' }}>
            {percent} %
          </Text>
          <Button size="compact-xs" variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      </Group>
      <Progress value={percent} aria-label="How much of the file is read" />
    </Paper>
  )
}
