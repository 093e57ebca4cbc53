import { createCanvas } from '@napi-rs/canvas'
import { createI420 } from '../../raster/i420.ts'
import { createScreen } from '../../raster/screen.ts'
import { apart, castShadow } from '../paint/brush.ts'
import { nextStamp } from '../paint/piece.ts'
import { LOGICAL_CANVAS, stageFor } from '../paint/stage.ts'
import { paintRoom } from '../set/room.ts'
import type { PictureFormat } from '../../domain/picture/picture.ts'
import type { I420Picture } from '../../raster/i420.ts'
import type { Raster } from '../../raster/raster.ts'
import type { Piece } from '../paint/piece.ts'
import type { Rect } from '../paint/stage.ts'
import type { Setting } from '../set/setting.ts'
import type { Canvas } from '@napi-rs/canvas'

/** Footage in front of a background: a person is not cut out of their room, so the room stands in a frame. */
export interface FrameAround {
  /** Where the footage is, in even pixels. */
  readonly window: Rect
  /** What is around it. */
  readonly background: I420Picture
  /** The corners of the background that lie over the footage, so that its own are round. */
  readonly corners: readonly Piece[]
}

/** The frame's share of the picture, and how far down it begins; below it is room for captions. */
const FRAMES = {
  across: { width: 0.6, height: 0.8, top: 0.075 },
  square: { width: 0.84, height: 0.76, top: 0.065 },
  tall: { width: 0.88, height: 0.62, top: 0.1 },
} as const

/** Radius of the corners and blur of the shadow, as shares of the frame's shorter side. */
const ROUND = 0.06
const SHADOW = 0.06

/** Paints a background with a frame in it, for footage of that size. */
export function paintFrameAround(raster: Raster, setting: Setting, format: PictureFormat): FrameAround {
  const { width, height } = format
  const window = windowIn(format)
  const radius = 2 * Math.round((Math.min(window.width, window.height) * ROUND) / 2)
  const room = createCanvas(width, height)
  const brush = room.getContext('2d')
  const behind = backgroundOf(setting, format)
  brush.drawImage(behind, Math.round((width - behind.width) / 2), 0)
  apart(brush, () => {
    castShadow(brush, 'rgba(6, 10, 26, 0.5)', SHADOW * window.height, [0, radius / 4])
    brush.fillStyle = '#060a1a'
    brush.beginPath()
    brush.roundRect(window.x, window.y, window.width, window.height, radius)
    brush.fill()
  })
  const background = createI420(width, height)
  const bitmap = raster.load(room.data(), width, height)
  const screen = createScreen(raster, background)
  screen.draw({ x: 0, y: 0, width, height }, [{ bitmap, x: 0, y: 0, strength: 1 }])
  screen.show()
  screen.close()
  raster.free(bitmap)
  const [right, bottom] = [window.width - radius, window.height - radius]
  const corners = [
    [0, 0],
    [right, 0],
    [0, bottom],
    [right, bottom],
  ].map(([x = 0, y = 0]): Piece => {
    const canvas = createCanvas(radius, radius)
    const corner = canvas.getContext('2d')
    corner.translate(-x - window.x, -y - window.y)
    corner.drawImage(room, 0, 0)
    corner.globalCompositeOperation = 'destination-out'
    corner.beginPath()
    corner.roundRect(window.x, window.y, window.width, window.height, radius)
    corner.fill()
    const place = { x: window.x + x, y: window.y + y, width: radius, height: radius }
    return { ...place, bitmap: raster.load(canvas.data(), radius, radius), stamp: nextStamp(), strength: 1 }
  })
  return { window, background, corners }
}

/** Rooms are painted down to a desk, which is not seen here: a narrow picture shows the middle of a wide one. */
function backgroundOf(setting: Setting, format: PictureFormat): Canvas {
  const across = 4 * Math.ceil((format.height * LOGICAL_CANVAS.width) / LOGICAL_CANVAS.height / 4)
  const width = setting.backdrop ? format.width : Math.max(format.width, across)
  return paintRoom(setting, stageFor({ ...format, width }, 'wide'))
}

function windowIn({ width, height }: PictureFormat): Rect {
  const frame = FRAMES[width === height ? 'square' : width > height ? 'across' : 'tall']
  const even = (value: number): number => 2 * Math.round(value / 2)
  const wide = even(width * frame.width)
  return {
    x: even((width - wide) / 2),
    y: even(height * frame.top),
    width: wide,
    height: even(height * frame.height),
  }
}
