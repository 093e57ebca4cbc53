import { Alert, Button, Progress, Stack, Text, Title } from '@mantine/core'
import { CircleCheck, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'

import type { RecordingView } from '../../../src/api/console/door.ts'
import { useSteadyLink } from '../parts/use-steady-link.ts'
import { DAY } from '../parts/time/dates.ts'
import { OwnLink } from './own-link.tsx'
import classes from './record.module.css'
import { PART_NAMES } from './part-names.ts'

/** What became of a recording that is sent or over: on its way, ready, or what to do. */
export function Outcome({ recording, token }: { recording: RecordingView; token: string }) {
  const { twin, access, has_consent: hasConsent, is_open: isOpen } = recording
  const { state, name, failure, is_me: isMe } = twin
  const again = <Again isMe={isMe} />
  const ownLink = access === 'browser' && hasConsent && <OwnLink token={token} />
  if (isOpen && access === 'own') return <Elsewhere />
  switch (state) {
    case 'building':
      return (
        <Result title="Your twin is being built">
          <Progress value={twin.progress} size="lg" aria-label="How much of your twin is built" />
          <Text>
            {twin.progress} % done. This takes a few minutes, and continues when you close this page. Your
            camera is off.
          </Text>
          {ownLink}
        </Result>
      )
    case 'review':
      return (
        <Result title="Your recording is being reviewed">
          <Alert icon={<Hourglass size={18} aria-hidden />} color="yellow">
            Something in it was not clear enough to decide automatically. The people who run this service will
            review your films, which can take a day or longer. You can close this page and come back later.
          </Alert>
          {ownLink}
        </Result>
      )
    case 'ready':
      return (
        <Result title={`${name} is ready`}>
          <Text>
            <CircleCheck size={18} aria-hidden style={{ verticalAlign: '-3px' }} /> You can now use it in
            videos.
          </Text>
          {ownLink}
          <HoldsUntil recording={recording} again={again} />
          <Preview url={twin.preview_video_url} poster={twin.thumbnail_url} name={name} />
        </Result>
      )
    case 'failed':
      return (
        <Result title="We couldn’t create a twin from this recording">
          <Alert color="red">{failure?.message ?? 'Something went wrong.'}</Alert>
          <WhatNow recording={recording} again={again} />
          {ownLink}
        </Result>
      )
    case 'withdrawn':
      if (recording.is_renewal) {
        return (
          <Result title="Your recording is deleted">
            <Text>
              Your recording is being deleted. {name} stays as it was. To withdraw it, use the link that you
              kept when you gave your consent.
            </Text>
          </Result>
        )
      }
      return (
        <Result title="Your consent is withdrawn">
          <Text>
            {name} can no longer be used in videos, and its files are being deleted.{' '}
            {twin.keeps_videos === true && 'Finished videos are kept.'}
            {twin.keeps_videos === false && 'Its finished videos are deleted too.'}
          </Text>
        </Result>
      )
    case 'expired':
      return (
        <Result title="Your consent has ended">
          <Text>{name} can no longer be used in videos until you record again.</Text>
          {again}
        </Result>
      )
    case 'recording':
      return (
        <Result title="This recording link has expired">
          <Text>It is too old, or a newer link has replaced it.</Text>
          {again}
        </Result>
      )
  }
}

/** Takes are recorded in one browser, also of somebody who is signed in. */
function Elsewhere() {
  return (
    <Result title="This recording continues in another browser">
      <Text>Continue in the browser where you started, or start again from the first part.</Text>
    </Result>
  )
}

function Result({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack maw={680}>
      <Title order={2} aria-live="polite">
        {title}
      </Title>
      {children}
    </Stack>
  )
}

/** What has to be done about a failure, and by whom. */
function WhatNow({ recording, again }: { recording: RecordingView; again: ReactNode }) {
  const { failure, retry } = recording.twin
  if (retry === 'possible') {
    return (
      <Text>
        You need not record anything again: {recording.account_name} can try again on the page Twins.
      </Text>
    )
  }
  return (
    <>
      {retry === 'films_gone' && <Text>The films of your recording have been deleted.</Text>}
      {failure?.part && (
        <Text>Record the part “{PART_NAMES[failure.part]}” again; the others are kept for some days.</Text>
      )}
      {again}
    </>
  )
}

/** How long the consent holds, and in time before its end what to do. */
function HoldsUntil({ recording: { twin }, again }: { recording: RecordingView; again: ReactNode }) {
  const { expires_at: end, expires_soon: isSoon } = twin
  if (end === null) return null
  const date = DAY.format(new Date(end))
  if (!isSoon) return <Text>Your consent is valid until {date}.</Text>
  return (
    <>
      <Alert color="yellow" title={`Your consent ends on ${date}`}>
        After that, your twin can no longer be used in videos. To keep it, record again before that day.
      </Alert>
      {again}
    </>
  )
}

/** The way to another recording. */
function Again({ isMe }: { isMe: boolean }) {
  if (!isMe) return <Text>Ask the person who sent you this link for a new one.</Text>
  return (
    <div>
      <Button component="a" href="/twins">
        Record again from the page Twins
      </Button>
    </div>
  )
}

function Preview({ url, poster, name }: { url: string | null; poster: string | null; name: string }) {
  const [link, markDead] = useSteadyLink(url)
  const [picture] = useSteadyLink(poster)
  if (link === null) return null
  return (
    <video
      className={classes['player']}
      controls
      playsInline
      src={link}
      {...(picture !== null && { poster: picture })}
      onError={markDead}
      aria-label={`Preview of ${name}`}
    />
  )
}
