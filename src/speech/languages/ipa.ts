/** Marks of primary and secondary stress, right before the vowel. */
const STRESS = /[ˈˌ]/gu

/** A sound of the IPA without its mark of stress: how it is shaped, not how loud it is. */
export function unstressed(sound: string): string {
  return sound.replace(STRESS, '')
}
