import { useCallback, useEffect, useRef, useState } from 'react'

import { DISCONNECTED, obstacle, openCamera, problemOf, release } from './camera.ts'
import type { CameraProblem, DeviceChoice } from './camera.ts'

/** A device to choose. */
export interface Device {
  readonly id: string
  readonly name: string
}

/** Camera and microphone of the page. */
export interface Camera {
  /** Picture and sound; null while they are off. */
  readonly stream: MediaStream | null
  readonly problem: CameraProblem | null
  readonly isOpening: boolean
  readonly cameras: readonly Device[]
  readonly microphones: readonly Device[]
  /** Those in use. */
  readonly chosen: DeviceChoice
  /** Turns them on, or others instead. */
  open(choice?: Partial<DeviceChoice>): Promise<void>
  /** Turns them off. */
  close(): void
}

const PREFERRED: DeviceChoice = { camera: null, microphone: null }

/** Camera and microphone, which are let go of when the page is left. */
export function useCamera(): Camera {
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [problem, setProblem] = useState<CameraProblem | null>(null)
  const [isOpening, setIsOpening] = useState(false)
  const [chosen, setChosen] = useState(PREFERRED)
  const held = useRef<MediaStream | null>(null)
  const devices = useDevices(stream)

  const close = useCallback(() => {
    release(held.current)
    held.current = null
    setStream(null)
  }, [])
  useEffect(() => close, [close])

  const open = async (choice: Partial<DeviceChoice> = {}) => {
    const wanted = { ...chosen, ...choice }
    // Some devices can be opened only once.
    close()
    setProblem(obstacle())
    if (obstacle()) return
    setIsOpening(true)
    try {
      const opened = await openCamera(wanted)
      held.current = opened
      setStream(opened)
      setChosen(inUse(opened))
      for (const track of opened.getTracks()) {
        track.addEventListener('ended', () => {
          close()
          setProblem(DISCONNECTED)
        })
      }
    } catch (error) {
      setProblem(problemOf(error))
      setChosen(PREFERRED)
    } finally {
      setIsOpening(false)
    }
  }
  return { stream, problem, isOpening, chosen, ...devices, open, close }
}

/** Devices have names only once a camera was allowed. */
function useDevices(stream: MediaStream | null): Pick<Camera, 'cameras' | 'microphones'> {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    if (stream === null) return
    const read = () => void navigator.mediaDevices.enumerateDevices().then(setDevices)
    read()
    navigator.mediaDevices.addEventListener('devicechange', read)
    return () => navigator.mediaDevices.removeEventListener('devicechange', read)
  }, [stream])
  const named = (kind: MediaDeviceKind, noun: string) =>
    devices
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `${noun} ${index + 1}` }))
  return { cameras: named('videoinput', 'Camera'), microphones: named('audioinput', 'Microphone') }
}

function inUse(stream: MediaStream): DeviceChoice {
  const idOf = ([track]: MediaStreamTrack[]) => track?.getSettings().deviceId ?? null
  return { camera: idOf(stream.getVideoTracks()), microphone: idOf(stream.getAudioTracks()) }
}
