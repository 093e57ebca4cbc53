import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Circle, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'

import type { RecordingView, WordsView } from '../../../src/api/console/door.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { LevelBar } from './camera/level-meter.tsx'
import { ReadingPrompt, SilencePrompt, StatementPrompt, TurnPrompt } from './prompts.tsx'
import classes from './record.module.css'
import type { AskRecording } from './recording-link.ts'
import { Stage } from './camera/stage.tsx'
import { TakeResult, UploadNote } from './take-result.tsx'
import { useNow } from '../parts/time/use-now.ts'
import type { Recorder } from './camera/use-recorder.ts'
import { PART_NAMES } from './part-names.ts'
import { ABOUT, minutes, takeOf } from './words.ts'
import { WordsToRead } from './words-to-read.tsx'

const COUNTDOWN_MS = 3_000

/** What a part is recorded with. */
export interface PartPageProps {
  readonly part: TakePart
  readonly recording: RecordingView
  readonly token: string
  readonly ask: AskRecording
  readonly stream: MediaStream
  readonly recorder: Recorder
  /** Goes on to what is still to be done. */
  readonly onNext: () => void
}

/** One part: what to do, recording it, playing it, and what the checks say. Each can be recorded again. */
export function PartPage(props: PartPageProps) {
  const { part, recording, recorder, stream } = props
  const { now, takes, interruption } = recorder
  const drawn = useLastWords(recording)
  const hasTake = (takes[part] ?? takeOf(recording, part)) !== null
  const [isAgain, setIsAgain] = useState(false)

  if (now.phase !== 'idle') return <OnAir {...props} words={drawn} />
  if (hasTake && !isAgain) return <Done {...props} onAgain={() => setIsAgain(true)} />
  const start = () => {
    setIsAgain(false)
    recorder.start(part)
  }
  return (
    <Stack>
      <Text>{ABOUT[part]}</Text>
      {interruption?.part === part && <Interrupted why={interruption.why} />}
      {part === 'consent' ? (
        <Paper withBorder p="md">
          <WordsToRead {...props}>
            <StartButton onStart={start} />
          </WordsToRead>
        </Paper>
      ) : (
        <StartButton onStart={start} />
      )}
      <Stage stream={stream} hasGuide />
    </Stack>
  )
}

/** While the part is recorded: only what is to be done, near the lens, and the person. */
function OnAir({ words, ...props }: PartPageProps & { words: WordsView | null }) {
  const { part, stream, recorder } = props
  const { now, takes, begin, finish, cancel } = recorder
  const own = takes[part]
  const isCounting = now.phase === 'counting'
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <Stack gap="sm" data-on-air>
      <Paper withBorder p="md" className={classes['prompt'] ?? ''}>
        {isCounting ? (
          <GetReady part={part} words={words} onOver={begin} />
        ) : (
          <Prompt {...props} words={words} onDone={finish} />
        )}
      </Paper>
      <Stage stream={stream} hasGuide={isCounting}>
        {!isCounting && <Live stream={stream} />}
      </Stage>
      <Group justify="space-between">
        {own ? <UploadNote upload={own.upload} /> : <span />}
        <Button variant="default" onClick={cancel}>
          Stop and start again
        </Button>
      </Group>
    </Stack>
  )
}

/** The part as it was recorded, and what to do now. */
function Done({ part, recording, recorder, onAgain, onNext }: PartPageProps & { onAgain: () => void }) {
  const own = recorder.takes[part] ?? null
  const take = takeOf(recording, part)
  const isRefused = take?.status === 'refused'
  return (
    <TakeResult
      name={PART_NAMES[part]}
      filmUrl={own?.filmUrl ?? null}
      take={take}
      upload={own?.upload ?? null}
    >
      <Group>
        <Button
          variant={isRefused ? 'filled' : 'default'}
          autoFocus={isRefused}
          leftSection={<RotateCcw size={16} aria-hidden />}
          onClick={onAgain}
        >
          Record again
        </Button>
        <Button variant={isRefused ? 'default' : 'filled'} autoFocus={!isRefused} onClick={onNext}>
          Next
        </Button>
      </Group>
    </TakeResult>
  )
}

function StartButton({ onStart }: { onStart: () => void }) {
  return (
    <div>
      <Button
        autoFocus
        color="red"
        leftSection={<Circle size={14} fill="currentColor" aria-hidden />}
        onClick={onStart}
      >
        Start recording
      </Button>
    </div>
  )
}

/** The words that were drawn last: as soon as they are read, the server shows them no more. */
function useLastWords({ words }: RecordingView): WordsView | null {
  const [last, setLast] = useState(words)
  if (words !== null && words !== last) setLast(words)
  return words ?? last
}

function Prompt({
  part,
  recording: { script },
  stream,
  words,
  onDone,
}: PartPageProps & { words: WordsView | null; onDone: () => void }) {
  if (part === 'consent') return words && <StatementPrompt words={words} onDone={onDone} />
  if (part === 'turn') return <TurnPrompt sides={script.turn} onDone={onDone} />
  if (part === 'reading') return <ReadingPrompt stream={stream} sentences={script.reading} onDone={onDone} />
  return <SilencePrompt seconds={script.silent_seconds} onDone={onDone} />
}

/** Three, two, one: time to sit still and look up. */
function GetReady({ part, words, onOver }: { part: TakePart; words: WordsView | null; onOver: () => void }) {
  const [startedAt] = useState(Date.now)
  const now = useNow(100)
  const left = COUNTDOWN_MS - (now - startedAt)
  const isOver = left <= 0
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <>
      <Text c="dimmed">{part === 'consent' && words ? words.words.join(' · ') : 'Look into the camera'}</Text>
      <div className={classes['count']} role="timer" aria-label="Recording starts in seconds">
        {Math.max(1, Math.ceil(left / 1_000))}
      </div>
    </>
  )
}

function Live({ stream }: { stream: MediaStream }) {
  const [startedAt] = useState(Date.now)
  const now = useNow(500)
  return (
    <div className={classes['live']}>
      Recording {minutes((now - startedAt) / 1_000)}
      <LevelBar stream={stream} />
    </div>
  )
}

function Interrupted({ why }: { why: 'left' | 'camera' }) {
  return (
    <Alert color="yellow" role="alert" title="The recording was stopped">
      {why === 'left'
        ? 'You left this page for another tab or window. Stay on it while you record, and start this part again.'
        : 'The camera or the microphone went away. Start this part again.'}
    </Alert>
  )
}
