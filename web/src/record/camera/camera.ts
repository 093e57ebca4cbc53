import { filmType } from './film.ts'

/** Why there is no picture or no sound, and what the person can do about it. */
export interface CameraProblem {
  readonly title: string
  readonly advice: string
}

/** Devices by their ids; null for the one that the browser prefers. */
export interface DeviceChoice {
  readonly camera: string | null
  readonly microphone: string | null
}

const INSECURE: CameraProblem = {
  title: 'This address is not secure enough for a camera',
  advice:
    'Browsers open the camera only at addresses that start with https://, and on the computer that runs the service itself. Ask the person who sent you the link for such an address.',
}
const UNSUPPORTED: CameraProblem = {
  title: 'This browser cannot record films',
  advice: 'Open the link in a current version of Chrome, Edge, Firefox or Safari.',
}
const UNKNOWN: CameraProblem = {
  title: 'The camera could not be opened',
  advice: 'Close other programs that use it, reload this page, and try again.',
}

/** A device that was there and is gone. */
export const DISCONNECTED: CameraProblem = {
  title: 'The camera or the microphone was disconnected',
  advice: 'Connect it again, then try again. Parts that you have recorded are kept.',
}

/** By the names that browsers give to what went wrong. */
const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: {
    title: 'The camera and the microphone are not allowed',
    advice:
      'Allow both for this page: use the camera icon in the address bar, or in the settings of the browser or of the device. Then try again.',
  },
  NotFoundError: {
    title: 'No camera or no microphone was found',
    advice: 'Connect both, then try again. A phone or a laptop has them built in.',
  },
  OverconstrainedError: {
    title: 'This camera or microphone was disconnected',
    advice: 'Choose another one, then try again.',
  },
  NotReadableError: {
    title: 'The camera or the microphone is in use',
    advice: 'Close the program or the tab that uses it, then try again.',
  },
}

/** What keeps any camera from being opened here; null when nothing does. */
export function obstacle(): CameraProblem | null {
  if (!window.isSecureContext) return INSECURE
  // Old browsers lack what the types promise.
  const media = navigator.mediaDevices as MediaDevices | undefined
  return media !== undefined && filmType() !== null ? null : UNSUPPORTED
}

/** In words for the person. @param error of `openCamera`. */
export function problemOf(error: unknown): CameraProblem {
  return (error instanceof Error && PROBLEMS[error.name]) || UNKNOWN
}

/** Opens camera and microphone, with the sound as it is: what improves calls would falsify it. */
export function openCamera({ camera, microphone }: DeviceChoice): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    video: {
      width: { ideal: 1280 },
      height: { ideal: 720 },
      frameRate: { ideal: 30 },
      ...(camera !== null && { deviceId: { exact: camera } }),
    },
    audio: {
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
      ...(microphone !== null && { deviceId: { exact: microphone } }),
    },
  })
}

/** Lets go of camera and microphone: their lights go out. */
export function release(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
