/** Unicode code points of a name that is made of a script's first words. */
const LONGEST_NAME = 60

/** How much of a script its first words are in, in Unicode code points: room for line breaks and spaces between them. */
export const SCRIPT_BEGINNING = 400

/** The first whole words of a script, followed by an ellipsis when it has more: what a video without a title is called. */
export function firstWords(script: string): string {
  let name = ''
  for (const word of script.trim().split(/\s+/u)) {
    const longer = name === '' ? word : `${name} ${word}`
    if ([...longer].length > LONGEST_NAME)
      return name === '' ? [...word].slice(0, LONGEST_NAME).join('') : `${name}…`
    name = longer
  }
  return name
}
