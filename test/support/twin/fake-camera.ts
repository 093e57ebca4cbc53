import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createCanvas, loadImage } from '@napi-rs/canvas'

import { wavBytes } from '../../../src/speech/engines/wav.ts'

const WIDTH = 640
const HEIGHT = 360
const FRAMES = 30
const SAMPLE_RATE = 16_000
const SOUND_SECONDS = 4

/** Arguments for Chromium: there are a camera and a microphone to choose, and nobody is asked for permission. */
export const FAKE_DEVICES = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'] as const

/** What a browser shows as its camera and microphone: files that it plays again and again. */
interface CameraFiles {
  /** YUV4MPEG2, which keeps its frame rate; browsers guess that of Motion JPEG. */
  readonly film: string
  /** WAV, 16 bit. */
  readonly sound: string
}

/** Arguments for Chromium, which then asks nobody for permission. */
function cameraArguments({ film, sound }: CameraFiles): string[] {
  return [
    ...FAKE_DEVICES,
    `--use-file-for-fake-video-capture=${film}`,
    `--use-file-for-fake-audio-capture=${sound}`,
  ]
}

/** A film for a camera, thirty frames a second; close it at the end. */
async function openCameraFilm(file: string, { width, height }: { width: number; height: number }) {
  const film = await open(file, 'w')
  await film.write(`YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420jpeg\n`)
  return {
    /** @param planes of a frame in I420, one after another without gaps. */
    async add(planes: Uint8Array): Promise<void> {
      await film.write('FRAME\n')
      await film.write(planes)
    },
    close: () => film.close(),
  }
}

/**
 * Writes what a browser shows as its camera and microphone: a presenter's picture that sways, and a tone that comes
 * and goes.
 *
 * @param folder to write into; about 10 MB.
 * @param picture of whoever sits in front of the camera.
 * @returns arguments for Chromium.
 */
export async function fakeCamera(folder: string, picture: string): Promise<string[]> {
  const files = { film: join(folder, 'camera.y4m'), sound: join(folder, 'microphone.wav') }
  await writeFilm(files.film, picture)
  await writeFile(files.sound, wavBytes({ samples: tone(), sampleRate: SAMPLE_RATE }))
  return cameraArguments(files)
}

async function writeFilm(file: string, picture: string): Promise<void> {
  const image = await loadImage(picture)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  const film = await openCameraFilm(file, { width: WIDTH, height: HEIGHT })
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const sway = 8 * Math.sin((frame / FRAMES) * 2 * Math.PI)
    context.drawImage(image, sway - 10, -6, WIDTH + 20, HEIGHT + 12)
    await film.add(planes(context.getImageData(0, 0, WIDTH, HEIGHT).data))
  }
  await film.close()
}

/** BT.601 in full range, colours at half the size. */
function planes(rgba: Uint8ClampedArray): Buffer {
  const luma = WIDTH * HEIGHT
  const out = Buffer.alloc(luma * 1.5)
  for (let pixel = 0; pixel < luma; pixel += 1) {
    const [red, green, blue] = [rgba[pixel * 4]!, rgba[pixel * 4 + 1]!, rgba[pixel * 4 + 2]!]
    out[pixel] = 0.299 * red + 0.587 * green + 0.114 * blue
    const [x, y] = [pixel % WIDTH, Math.floor(pixel / WIDTH)]
    if (x % 2 === 1 || y % 2 === 1) continue
    const at = luma + (y / 2) * (WIDTH / 2) + x / 2
    out[at] = 128 - 0.169 * red - 0.331 * green + 0.5 * blue
    out[at + luma / 4] = 128 + 0.5 * red - 0.419 * green - 0.081 * blue
  }
  return out
}

/** Half a second on, half a second off. */
function tone(): Int16Array {
  return Int16Array.from({ length: SAMPLE_RATE * SOUND_SECONDS }, (_, at) => {
    const isOn = Math.floor((at / SAMPLE_RATE) * 2) % 2 === 0
    return isOn ? 0.25 * 32_767 * Math.sin((at / SAMPLE_RATE) * 2 * Math.PI * 220) : 0
  })
}
