import { Button, Group, Stack, Title, UnstyledButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, Clock, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import type { RecordingView } from '../../../src/api/console/door.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { CameraCheck } from './camera/camera-check.tsx'
import { PartPage } from './part-page.tsx'
import classes from './record.module.css'
import { askWith, recordingQuery } from './recording-link.ts'
import { Send } from './send.tsx'
import { TakeResult } from './take-result.tsx'
import { useCamera } from './camera/use-camera.ts'
import { useRecorder } from './camera/use-recorder.ts'
import { PART_NAMES } from './part-names.ts'
import { nextPart, refusedPart, takeOf } from './words.ts'

type Step = 'camera' | TakePart | 'send'

const NAMES: Readonly<Record<Step, string>> = {
  camera: 'Camera',
  consent: PART_NAMES.consent,
  turn: PART_NAMES.turn,
  reading: PART_NAMES.reading,
  silence: PART_NAMES.silence,
  send: 'Consent',
}

/** The recording from the camera to the consent, one step at a time. Parts that are accepted stay so. */
export function Guided({ recording, token }: { recording: RecordingView; token: string }) {
  // Starts at a refused part, which says why it was refused.
  const [step, setStep] = useState<Step>(() => refusedPart(recording) ?? 'camera')
  const [ask] = useState(() => askWith(token))
  const queries = useQueryClient()
  const camera = useCamera()
  const recorder = useRecorder(
    camera.stream,
    ask,
    () => void queries.invalidateQueries(recordingQuery(token)),
  )
  const goOn = () => setStep(nextPart(recording) ?? 'send')
  const isPart = step !== 'camera' && step !== 'send'
  // A part that is still to be recorded begins with the camera.
  const shown = isPart && camera.stream === null && takeOf(recording, step) === null ? 'camera' : step

  return (
    <Stack gap="lg">
      <Steps shown={shown} recording={recording} isBusy={recorder.now.phase !== 'idle'} go={setStep} />
      <Heading key={`head of ${shown}`} title={shown === 'camera' ? 'Camera and microphone' : NAMES[shown]} />
      {shown === 'camera' && <CameraCheck camera={camera} onDone={goOn} />}
      {isPart && shown === step && camera.stream === null && (
        <EarlierTake part={step} recording={recording} onAgain={() => setStep('camera')} />
      )}
      {isPart && camera.stream !== null && (
        <PartPage
          key={step}
          part={step}
          recording={recording}
          token={token}
          ask={ask}
          stream={camera.stream}
          recorder={recorder}
          onNext={() => setStep(after(step, recording))}
        />
      )}
      {shown === 'send' && <Send recording={recording} token={token} ask={ask} goTo={setStep} />}
    </Stack>
  )
}

/** What became of a part that was recorded before, for whoever has no camera on. */
function EarlierTake({
  part,
  recording,
  onAgain,
}: {
  part: TakePart
  recording: RecordingView
  onAgain: () => void
}) {
  return (
    <TakeResult name={PART_NAMES[part]} filmUrl={null} take={takeOf(recording, part)} upload={null}>
      <Group>
        <Button leftSection={<RotateCcw size={16} aria-hidden />} onClick={onAgain}>
          Record again
        </Button>
      </Group>
    </TakeResult>
  )
}

/** The next part that needs to be recorded; the end when none does. */
function after(part: TakePart, recording: RecordingView): Step {
  const later = TAKE_PARTS.slice(TAKE_PARTS.indexOf(part) + 1)
  const isNeeded = (one: TakePart) => {
    const status = takeOf(recording, one)?.status
    return status !== 'accepted' && status !== 'checking'
  }
  return later.find(isNeeded) ?? nextPart(recording) ?? 'send'
}

/** Names the step, also to screen readers, which are taken there. */
function Heading({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Where a step puts the focus on its button, it stays there.
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <Title order={2} ref={heading} tabIndex={-1} className={classes['aside'] ?? ''}>
      {title}
    </Title>
  )
}

/** All steps, with what became of each; those that can be repeated are buttons. */
function Steps({
  shown,
  recording,
  isBusy,
  go,
}: {
  shown: Step
  recording: RecordingView
  isBusy: boolean
  go: (step: Step) => void
}) {
  const steps: readonly Step[] = ['camera', ...TAKE_PARTS, 'send']
  return (
    <nav aria-label="Steps" className={classes['aside'] ?? ''}>
      <ol className={classes['steps']}>
        {steps.map((step, index) => (
          <li key={step}>
            <UnstyledButton
              className={classes['step'] ?? ''}
              aria-current={step === shown ? 'step' : undefined}
              disabled={isBusy}
              onClick={() => go(step)}
            >
              <Mark recording={recording} step={step}>
                {index + 1}
              </Mark>
              <span className={classes['name']}>{NAMES[step]}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** What became of a step; its number as long as nothing has. */
function Mark({ recording, step, children }: { recording: RecordingView; step: Step; children: ReactNode }) {
  const status = step === 'camera' || step === 'send' ? undefined : takeOf(recording, step)?.status
  if (status === 'accepted') return <Check size={14} role="img" aria-label="Accepted:" />
  if (status === 'refused') return <CircleAlert size={14} role="img" aria-label="To be recorded again:" />
  if (status === 'checking') return <Clock size={14} role="img" aria-label="Being checked:" />
  return <span aria-hidden>{children}</span>
}
