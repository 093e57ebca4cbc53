import { Alert, Grid, Group, Loader, Stack, Text, ThemeIcon } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleHelp, CloudOff, CloudUpload } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

import type { TakeView } from '../../../src/api/console/door.ts'
import type { TakeCheck } from '../../../src/domain/twin/twin-take.ts'
import { useSteadyLink } from '../parts/use-steady-link.ts'
import classes from './record.module.css'
import type { Upload } from './upload.ts'
import { CHECKS } from './check-names.ts'

/** A recorded part: played, and what the checks say. @param upload of this page, which may still be under way. */
export function TakeResult({
  name,
  filmUrl,
  take,
  upload,
  children,
}: {
  name: string
  filmUrl: string | null
  take: TakeView | null
  upload: Upload | null
  /** What can be done now. */
  children: ReactNode
}) {
  const [link, markDead] = useSteadyLink(take?.film_url ?? null)
  const source = filmUrl ?? link
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, sm: 7 }}>
        {source !== null && (
          <video
            key={source}
            className={classes['player']}
            controls
            playsInline
            src={source}
            aria-label={`Your recording: ${name}`}
            {...(filmUrl === null && { onError: markDead })}
          />
        )}
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 5 }}>
        <Stack>
          {upload && <UploadNote upload={upload} />}
          <div aria-live="polite">{take && isSent(upload, take) && <Verdict take={take} />}</div>
          {children}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

/** How much of a film has arrived, and whether the connection is there. */
export function UploadNote({ upload }: { upload: Upload }) {
  const { status, isCutOff, wasCutOff, sent, recorded, fault } = useSyncExternalStore(
    upload.subscribe,
    upload.state,
  )
  return (
    <div aria-live="polite">
      {status === 'refused' && (
        <Alert color="red" title="This recording could not be kept">
          {fault}
        </Alert>
      )}
      {status === 'sending' && isCutOff && (
        <Alert color="yellow" title="The connection is lost" icon={<CloudOff size={18} aria-hidden />}>
          Nothing is lost: what you record is kept on this page and sent when the connection is back. Leave
          the page open.
        </Alert>
      )}
      {status === 'sending' && !isCutOff && (
        <Group gap="xs">
          <CloudUpload size={16} aria-hidden />
          <Text size="sm" c="dimmed">
            {wasCutOff && 'The connection is back. '}
            {recorded === 0 ? 'Sending begins' : `${sent} of ${recorded} pieces sent`}
          </Text>
        </Group>
      )}
    </div>
  )
}

function Verdict({ take: { status, checks } }: { take: TakeView }) {
  if (status === 'checking') {
    return (
      <Group gap="xs">
        <Loader size="xs" aria-hidden />
        <Text size="sm">Being checked. You can continue in the meantime.</Text>
      </Group>
    )
  }
  const noted = checks.filter(({ message, outcome }) => outcome !== 'passed' && message !== '')
  const passed = checks.filter(({ outcome }) => outcome === 'passed')
  const isRefused = status === 'refused'
  return (
    <Alert
      color={isRefused ? 'red' : 'green'}
      icon={isRefused ? <CircleAlert size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
      title={isRefused ? 'Please record this part again' : 'This part is fine'}
    >
      {noted.length > 0 && (
        <Stack component="ul" gap={6} m={0} p={0} mb={passed.length > 0 ? 'xs' : 0}>
          {noted.map((check) => (
            <Group key={check.code} component="li" gap="xs" wrap="nowrap">
              <Outcome outcome={check.outcome} />
              {check.message}
            </Group>
          ))}
        </Stack>
      )}
      {passed.length > 0 && (
        <Text size="sm" c="dimmed">
          {noted.length > 0 ? 'The rest is right' : 'All is right'}:{' '}
          {passed.map(({ code }) => CHECKS[code].toLowerCase()).join(', ')}.
        </Text>
      )}
    </Alert>
  )
}

function Outcome({ outcome }: Pick<TakeCheck, 'outcome'>) {
  const isFailure = outcome === 'failed'
  return (
    <ThemeIcon size={20} radius="xl" variant="light" color={isFailure ? 'red' : 'yellow'}>
      {isFailure ? <CircleAlert size={14} aria-hidden /> : <CircleHelp size={14} aria-hidden />}
    </ThemeIcon>
  )
}

/** Whether what the checks say is about this upload, and not about the take before it. */
function isSent(upload: Upload | null, { id }: TakeView): boolean {
  if (upload === null) return true
  const { status, takeId } = upload.state()
  return status === 'done' && takeId === id
}
