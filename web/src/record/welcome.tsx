import { Alert, Button, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowLeftRight, BookOpenText, Hourglass, MessageSquareQuote, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'

import type { RecordingView } from '../../../src/api/console/door.ts'
import { faultOf } from '../parts/fault-of.ts'
import { TAKE_PARTS } from '../../../src/domain/twin/twin-take.ts'
import type { TakePart } from '../../../src/domain/twin/twin-take.ts'
import { FaultNote } from '../parts/fault-note.tsx'
import { onTheWay } from '../parts/page/on-the-way.ts'
import { obstacle } from './camera/camera.ts'
import { PART_NAMES } from './part-names.ts'
import classes from './record.module.css'
import { askWith, recordingQuery } from './recording-link.ts'

/** What records comes while one reads what this is. */
const loadGuided = () => import('./guided.tsx')
const Guided = lazy(async () => ({ default: (await loadGuided()).Guided }))

/** The parts before they are recorded: what is done, and how long it takes. */
const PARTS: Readonly<Record<TakePart, { icon: LucideIcon; says: string }>> = {
  consent: { icon: MessageSquareQuote, says: 'Say that you agree: a quarter of a minute.' },
  turn: { icon: ArrowLeftRight, says: 'Turn your head to both sides: ten seconds.' },
  reading: { icon: BookOpenText, says: 'Read a text aloud: less than a minute.' },
  silence: { icon: Hourglass, says: 'Look into the camera: ten seconds.' },
}

/** What this is, and what happens to it, before any camera is asked for. */
export function Welcome({ recording, token }: { recording: RecordingView; token: string }) {
  const { account_name: account, twin } = recording
  const [isStarted, setIsStarted] = useState(false)
  const queries = useQueryClient()
  // From here on the link alone opens nothing: what is recorded is for this browser.
  const start = useMutation({
    mutationFn: () => askWith(token)('POST /recording/browser', { body: {} }),
    onSuccess(answer) {
      queries.setQueryData(recordingQuery(token).queryKey, answer)
      setIsStarted(true)
    },
  })
  // A person who cannot record here should know before they have read all of it.
  const problem = obstacle()
  useEffect(() => {
    // When it cannot be loaded now, it is loaded by the button.
    loadGuided().catch(() => undefined)
  }, [])
  if (isStarted) {
    return (
      <Suspense fallback={<Loader {...onTheWay()} />}>
        <Guided recording={recording} token={token} />
      </Suspense>
    )
  }
  return (
    <Stack align="flex-start" maw={680}>
      <Title order={2}>Before you start</Title>
      {problem && (
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title={problem.title}>
          {problem.advice}
        </Alert>
      )}
      <Text>
        You are going to be recorded for about three minutes. From this, {account} gets a digital twin named{' '}
        {twin.name}: a presenter who looks like you and speaks texts that you did not say, with a voice that
        is not yours. You can watch each of the four parts, and record it again.
      </Text>
      <ol className={classes['parts']}>
        {TAKE_PARTS.map((part) => (
          <Part key={part} part={part} />
        ))}
      </ol>
      <Stack component="ul" gap={6} m={0} pl="lg">
        <li>
          <b>What is kept:</b> the statement as proof of consent, and the footage your videos are built on,
          both encrypted, until your consent ends or you withdraw it. The films of the other parts are deleted
          after some days.
        </li>
        <li>
          <b>Who sees it:</b> only you. If something is unclear, the people who run this service review the
          films and decide.
        </li>
        <li>
          <b>You can withdraw at any time</b>: here, on the page Twins, or by a link of your own, which you
          get when you agree. It can then no longer be used in videos, and its files are deleted.
        </li>
        <li>
          <b>Record in one browser:</b> once you start, this link works only in this browser, so that others
          who have it cannot watch you.
        </li>
      </Stack>
      <Text c="dimmed" size="sm">
        Nothing is recorded yet, and nothing is used before you agree in the last step.
      </Text>
      {problem === null && (
        <Button size="md" loading={start.isPending} onClick={() => start.mutate()}>
          Start
        </Button>
      )}
      <FaultNote fault={start.error && faultOf(start.error)} />
    </Stack>
  )
}

function Part({ part }: { part: TakePart }) {
  const { icon: Icon, says } = PARTS[part]
  return (
    <Paper component="li" withBorder p="sm">
      <Icon size={20} aria-hidden />
      <Text fw={600} mt={4}>
        {PART_NAMES[part]}
      </Text>
      <Text size="sm" c="dimmed">
        {says}
      </Text>
    </Paper>
  )
}
