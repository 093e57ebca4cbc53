import { Button, FileButton, Paper, Stack, Text, ThemeIcon } from '@mantine/core'
import { FileVideo } from 'lucide-react'
import { useState } from 'react'

/** Takes one file: dropped, or chosen by the button. */
export function DropZone({ choose, isBusy }: { choose: (file: File) => void; isBusy: boolean }) {
  const [isOver, setIsOver] = useState(false)
  return (
    <Paper
      withBorder
      p="xl"
      style={{
        borderStyle: 'dashed',
        borderWidth: 2,
        ...(isOver && {
          borderColor: 'var(--mantine-primary-color-filled)',
          background: 'var(--mantine-primary-color-light)',
        }),
      }}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const [file] = event.dataTransfer.files
        if (file) choose(file)
      }}
    >
      <Stack align="center" gap="sm">
        <ThemeIcon size={48} radius="xl" variant="light">
          <FileVideo size={24} aria-hidden />
        </ThemeIcon>
        <Text fw={550} ta="center">
          {isOver ? 'Let go to check this file' : 'Drop a video here, or choose one'}
        </Text>
        <FileButton
          accept="video/mp4,.mp4"
          resetRef={{ current: null }}
          onChange={(file) => file && choose(file)}
        >
          {(props) => (
            <Button {...props} variant={isBusy ? 'default' : 'filled'}>
              {isBusy ? 'Choose another file' : 'Choose a file'}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          An MP4 file of any size
        </Text>
      </Stack>
    </Paper>
  )
}
