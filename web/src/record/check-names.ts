import type { TakeCheckCode } from '../../../src/domain/twin/twin-take.ts'

/** What is looked at in a take, as people call it. */
export const CHECKS: Readonly<Record<TakeCheckCode, string>> = {
  one_face: 'One face',
  size: 'Size of the face',
  frontal: 'Facing the camera',
  sharp: 'Sharpness',
  light: 'Light',
  sound: 'Sound',
  length: 'Length',
  words: 'Words',
  lips: 'Lips follow the sound',
  blinks: 'Blinks',
  texture: 'Texture of the picture',
  turn: 'Head turn',
  still: 'Stillness',
  same_person: 'Same person',
  moving: 'Movement',
  film: 'The film itself',
  build: 'Enough to build from',
}
