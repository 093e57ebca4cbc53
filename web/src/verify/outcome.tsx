import { Badge, Box, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { CircleHelp, FileX, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import type { VerificationView } from '../../../src/api/console/door.ts'
import { DAY_AND_TIME } from '../parts/time/dates.ts'
import type { FileOutcome } from './check-file.ts'
import { VerifiedVideo } from './verified-video.tsx'

interface Verdict {
  readonly icon: LucideIcon
  readonly color: 'green' | 'red' | 'gray'
  readonly word: string
  readonly title: string
  readonly says: string
}

/** What a file is, in words, and the video it is of where the person may see that. */
export function Outcome({ fileName, outcome }: { fileName: string; outcome: FileOutcome }) {
  const { icon: Icon, color, word, title, says } = verdictOf(outcome)
  const answer = outcome.kind === 'answered' ? outcome.answer : null
  return (
    <Paper withBorder p="md" component="section" aria-label={`Result for ${fileName}`}>
      <Stack>
        <Group align="flex-start" wrap="nowrap">
          <ThemeIcon size={40} radius="xl" variant="light" color={color}>
            <Icon size={22} aria-hidden />
          </ThemeIcon>
          <Box flex={1} miw={0}>
            <Group gap="xs">
              <Title order={2}>{title}</Title>
              <Badge color={color} variant="light">
                {word}
              </Badge>
            </Group>
            <Text c="dimmed" size="sm" truncate>
              {fileName}
            </Text>
            <Text mt={6}>{says}</Text>
          </Box>
        </Group>
        {answer?.video && <VerifiedVideo video={answer.video} isUnaltered={answer.verdict === 'unaltered'} />}
      </Stack>
    </Paper>
  )
}

function verdictOf(outcome: FileOutcome): Verdict {
  if (outcome.kind === 'answered') return verdictOfService(outcome.answer)
  if (outcome.kind === 'not a video') {
    return {
      icon: FileX,
      color: 'gray',
      word: 'Not a video',
      title: 'This is not an MP4 video',
      says: 'Finished videos of this service are MP4 files. This file is something else, or is damaged.',
    }
  }
  return {
    icon: CircleHelp,
    color: 'gray',
    word: 'Not marked',
    title: 'This video bears no mark of this service',
    says: 'Every finished video carries a mark that says it is AI-made. This one was not made here, or was edited or uploaded somewhere that removed the mark. Either way it is not the file that was made.',
  }
}

function verdictOfService({ verdict, made_at, video }: VerificationView): Verdict {
  if (verdict === 'unknown') {
    return {
      icon: ShieldQuestionMark,
      color: 'gray',
      word: 'Not confirmed',
      title: 'This cannot be confirmed',
      says: 'The file bears the mark of an AI-made presenter video, but it does not match any video that you may see here. It may have been changed, made elsewhere, or deleted since.',
    }
  }
  if (verdict === 'altered') {
    return {
      icon: ShieldAlert,
      color: 'red',
      word: 'Changed',
      title: 'This file was changed',
      says: 'It says that it is the video below, but it is not the file that was made. Its picture, its sound or its details were altered after it was finished.',
    }
  }
  const made = made_at === null ? '' : ` on ${DAY_AND_TIME.format(new Date(made_at))}`
  return {
    icon: ShieldCheck,
    color: 'green',
    word: 'Unaltered',
    title: 'Made by this service, unaltered',
    says: `This is exactly the file that was made${made}. ${
      video === null
        ? 'It belongs to another account, so its script is not shown.'
        : 'Its picture and voice are AI-made.'
    }`,
  }
}
