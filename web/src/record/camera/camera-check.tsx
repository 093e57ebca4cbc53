import { Alert, Button, Grid, NativeSelect, Stack, Text } from '@mantine/core'
import { Camera as CameraIcon, TriangleAlert } from 'lucide-react'

import { LevelMeter } from './level-meter.tsx'
import { PictureCheck } from './picture-check.tsx'
import { Stage } from './stage.tsx'
import type { Camera, Device } from './use-camera.ts'

/** Camera and microphone before anything is recorded: which ones, whether they work, and where to sit. */
export function CameraCheck({ camera, onDone }: { camera: Camera; onDone: () => void }) {
  const { stream, problem, isOpening, chosen, open } = camera
  if (stream === null) {
    return (
      <Stack align="flex-start">
        {problem ? (
          <Alert
            color="red"
            role="alert"
            title={problem.title}
            icon={<TriangleAlert size={18} aria-hidden />}
          >
            {problem.advice}
          </Alert>
        ) : (
          <Text>
            The browser asks whether this page may use your camera and microphone. Nothing is recorded until
            you start it.
          </Text>
        )}
        <Button
          autoFocus
          leftSection={<CameraIcon size={18} aria-hidden />}
          loading={isOpening}
          onClick={() => void open()}
        >
          {problem ? 'Try again' : 'Turn on camera and microphone'}
        </Button>
      </Stack>
    )
  }
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 8 }}>
        <Stage stream={stream} hasGuide />
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 4 }}>
        <Stack>
          <LevelMeter stream={stream} />
          <PictureCheck stream={stream} />
          <DeviceSelect
            label="Camera"
            devices={camera.cameras}
            value={chosen.camera}
            onChange={(id) => void open({ camera: id })}
          />
          <DeviceSelect
            label="Microphone"
            devices={camera.microphones}
            value={chosen.microphone}
            onChange={(id) => void open({ microphone: id })}
          />
          <Stack component="ul" fz="sm" gap={4} m={0} pl="lg">
            <li>Put your head into the outline, with the camera at the height of your eyes.</li>
            <li>Face the light, such as a window, and have none behind you.</li>
            <li>Be alone in a quiet room, with nothing in front of your mouth.</li>
          </Stack>
          <Button autoFocus onClick={onDone}>
            Continue
          </Button>
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

function DeviceSelect({
  label,
  devices,
  value,
  onChange,
}: {
  label: string
  devices: readonly Device[]
  value: string | null
  onChange: (id: string) => void
}) {
  if (devices.length === 0) return null
  return (
    <NativeSelect
      label={label}
      data={devices.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
