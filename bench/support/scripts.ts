/** What is said in benchmarks: no sentence twice within a minute, as in real scripts. */
const SENTENCES = [
  'Good morning, and welcome to the spring update.',
  'Last year we asked you what slows your team down.',
  'Forty percent said meetings, and most of the rest said waiting for answers.',
  'So we built something small.',
  'It reads the questions that arrive overnight, sorts them by urgency, and suggests a reply for each one.',
  'You stay in charge: nothing is sent before you press the button.',
  'In the first month, people saved about three hours a week.',
  'That is half a working day!',
  'Would you like to try it?',
  'Open the settings page, choose your calendar, and switch on the assistant.',
  'If anything looks wrong, tell us right away.',
  'We answer every message ourselves.',
  'Now to the numbers behind this change.',
  'Our support desk handles nine thousand requests on a quiet Monday.',
  'Most of them are simple, yet every one of them matters to somebody.',
  'With the new queue, the longest wait fell from two days to forty minutes.',
  'People noticed, and they wrote to say so.',
  'Next month we bring the same idea to invoices, travel and equipment.',
] as const

/** Scripts by name. A minute is what the light voice takes for it. */
export const SCRIPTS = {
  'nine words': 'Hello! I was made from nothing but this script.',
  'one minute': spoken(0, 960),
  'three minutes': spoken(0, 2900),
} as const

/** A script of ten seconds, another one for each number. */
export function shortScript(number: number): string {
  return spoken(number * 3, 170)
}

/** Sentences from a place in the list on, at most so many characters of them. */
function spoken(first: number, mostCharacters: number): string {
  let script = ''
  for (let index = first; ; index += 1) {
    const longer = `${script} ${SENTENCES[index % SENTENCES.length] ?? ''}`.trim()
    if (longer.length > mostCharacters) return script
    script = longer
  }
}
