import type { TwinRecordView } from '../../../src/api/console/door.ts'

/** What taking a consent back comes to, in words. */
export interface Withdrawal {
  /** The button that leads to it. */
  readonly action: string
  readonly question: string
  readonly means: readonly string[]
  /** Whether there can be finished videos, about which the person decides. */
  readonly asksAboutVideos: boolean
  readonly button: string
  readonly done: string
}

/** @returns null when there is nothing left to take back. */
export function withdrawalOf({
  name,
  state,
  keeps_videos: keepsVideos,
  voice_name: voice,
}: Pick<TwinRecordView, 'name' | 'state' | 'keeps_videos' | 'voice_name'>): Withdrawal | null {
  if (state === 'withdrawn') return keepsVideos === true ? ofVideos(name) : null
  // What was built once has a voice, and may have made videos, although it is recorded again.
  return state === 'recording' && voice === null ? ofRecording() : ofConsent(name)
}

function ofConsent(name: string): Withdrawal {
  return {
    action: 'Withdraw my consent',
    question: 'Withdraw your consent?',
    means: [
      `${name} can no longer be used in videos, effective immediately.`,
      'Videos in progress fail.',
      'Your recording and everything derived from it are permanently deleted.',
      'This cannot be undone. To have a twin again, you have to record again.',
    ],
    asksAboutVideos: true,
    button: 'Withdraw',
    done: 'Your consent is withdrawn.',
  }
}

/** Deleting what was recorded, to which no consent was given or which is to renew a twin. */
export function ofRecording(): Withdrawal {
  return {
    action: 'Delete my recording',
    question: 'Delete your recording?',
    means: [
      'Everything you recorded is permanently deleted, and no twin is created.',
      'This recording link stops working. You can ask for another one.',
    ],
    asksAboutVideos: false,
    button: 'Delete',
    done: 'Your recording is deleted.',
  }
}

function ofVideos(name: string): Withdrawal {
  return {
    action: 'Delete the finished videos',
    question: 'Delete the finished videos?',
    means: [`All videos in which ${name} speaks are deleted. This cannot be undone.`],
    asksAboutVideos: false,
    button: 'Delete the videos',
    done: 'The finished videos are deleted.',
  }
}
