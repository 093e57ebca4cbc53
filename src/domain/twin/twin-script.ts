/** What a person reads in a guided recording. A change of a text is another version. */

/** Version of the consent statement. */
export const STATEMENT_VERSION = 'en-1'

/** Version of what is read aloud. */
export const READING_VERSION = 'en-1'

/** Words drawn for each statement. */
export const PASSWORDS = 4

/**
 * What is said on camera: who consents to what, and four words that nobody could have known before.
 *
 * @param name of the person.
 * @param words `PASSWORDS` words.
 */
export function consentStatement(name: string, words: readonly string[]): string {
  return (
    `I am ${name}. I agree that this recording is used to make videos in which I speak texts that I did not say. ` +
    `I can withdraw this at any time. My words today are ${words.slice(0, -1).join(', ')} and ${words.at(-1)}.`
  )
}

/** What is asked for in the part `turn`, in this order; about two seconds each. */
export const TURN_PROMPTS = ['left', 'right'] as const

/**
 * What is read aloud, sentence by sentence, a little over-clearly: every mouth shape at least five times, wide vowels
 * most of all. About three quarters of a minute.
 */
export const READING: readonly string[] = [
  'My father bought five big apples for the whole family.',
  'Both of them thought that the weather was rather warm for March.',
  'She chose a shiny yellow jacket and a matching pair of shoes.',
  'Please keep the blue cups above the sink, and put the forks over there.',
  'Who would go out to view the moon at two in the morning?',
  'Joyful voices echoed around the old stone house.',
  'Five friends from the village gave a very fine performance.',
  'Check each page, then choose the ones that you wish to change.',
  'Three brothers walked through a path of thick green leaves.',
  'We always wear warm wool when the wind blows from the west.',
  'Go slowly over the open road, although the coast is clear.',
  'The girl heard her early bird sing its first words.',
  'A large dark car was parked far from the garden.',
  'Simple maps and tiny pebbles lay beside an empty box.',
]

/** What a twin says in its preview, by the voice that was matched to the person's pitch. */
export const PREVIEW_SCRIPT =
  'Hello! This is my digital twin. It says whatever you write, in a voice that was chosen for me.'

/** Seconds of silence in the part `silence`, looking into the lens. */
export const SILENT_SECONDS = 10
