import { Button, Group, Progress, Text } from '@mantine/core'
import { ArrowLeft, ArrowRight, UserRound } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useState } from 'react'

import type { RecordingView, WordsView } from '../../../src/api/console/door.ts'
import classes from './record.module.css'
import { useNow } from '../parts/time/use-now.ts'
import { useSentencePace } from './use-sentence-pace.ts'

/** Time to turn the head and to hold it there. */
const TURN_MS = 2_500
const STRAIGHT_MS = 1_500
/** What is cut off at the ends by pressing, starting and stopping. */
const SPARE_SECONDS = 1

/** What is read on camera, the words that were drawn for it set off. */
export function Statement({ words: { statement, words } }: { words: WordsView }) {
  const parts = statement.split(new RegExp(`\\b(${words.join('|')})\\b`, 'u'))
  return (
    <p className={classes['aloud']} style={{ margin: 0 }}>
      {parts.map((part, index) =>
        words.includes(part) ? (
          <strong key={index} className={classes['word']}>
            {part}
          </strong>
        ) : (
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
    </p>
  )
}

/** While the statement is read. */
export function StatementPrompt({ words, onDone }: { words: WordsView; onDone: () => void }) {
  return (
    <>
      <Statement words={words} />
      <div>
        <Button autoFocus onClick={onDone}>
          I have read it
        </Button>
      </div>
    </>
  )
}

/** While the head is turned: straight, to each side in the order that is asked for, straight again. */
export function TurnPrompt({
  sides,
  onDone,
}: {
  sides: RecordingView['script']['turn']
  onDone: () => void
}) {
  const steps = ['straight', ...sides.flatMap((side) => [side, 'straight'])]
  const [at, setAt] = useState(0)
  const step = steps[at]
  const next = useEffectEvent(() => (at + 1 < steps.length ? setAt(at + 1) : onDone()))
  useEffect(() => {
    const timer = setTimeout(() => next(), step === 'straight' ? STRAIGHT_MS : TURN_MS)
    return () => clearTimeout(timer)
  }, [at, step])
  const Icon = step === 'left' ? ArrowLeft : step === 'right' ? ArrowRight : UserRound
  return (
    <div role="status">
      <Icon size={56} aria-hidden />
      <Text className={classes['aloud'] ?? ''}>
        {step === 'straight' ? 'Look straight into the camera' : `Turn your head to the ${step}`}
      </Text>
      <Text size="sm" c="dimmed">
        {step === 'straight' ? 'Stay like that for a moment.' : 'Slowly and far, then hold it.'}
      </Text>
    </div>
  )
}

/** While the text is read, one sentence at a time. */
export function ReadingPrompt({
  stream,
  sentences,
  onDone,
}: {
  stream: MediaStream
  sentences: readonly string[]
  onDone: () => void
}) {
  const [at, setAt] = useState(0)
  const isLast = at === sentences.length - 1
  const next = () => (isLast ? onDone() : setAt(at + 1))
  useSentencePace(stream, sentences[at] ?? '', next)
  return (
    <>
      <p className={classes['aloud']} style={{ margin: 0 }}>
        {sentences[at]}
      </p>
      <Text size="sm" c="dimmed" className={classes['ahead'] ?? ''}>
        {isLast ? 'This is the last one.' : `Then: ${sentences[at + 1]}`}
      </Text>
      <Group justify="center" gap="sm">
        <Button autoFocus onClick={next}>
          {isLast ? 'I have read it' : 'Next sentence'}
        </Button>
        <Text size="sm" c="dimmed">
          {at + 1} of {sentences.length}
        </Text>
      </Group>
    </>
  )
}

/** While nothing is said. */
export function SilencePrompt({ seconds, onDone }: { seconds: number; onDone: () => void }) {
  const [startedAt] = useState(Date.now)
  const now = useNow(200)
  const whole = seconds + SPARE_SECONDS
  const passed = (now - startedAt) / 1_000
  const isOver = passed >= whole
  const end = useEffectEvent(onDone)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <>
      <Text className={classes['aloud'] ?? ''}>Look into the camera, in silence</Text>
      <Progress value={(passed / whole) * 100} aria-label="Seconds of silence" />
      <Text size="sm" c="dimmed" role="timer">
        {Math.max(0, Math.ceil(whole - passed))} seconds more
      </Text>
    </>
  )
}
