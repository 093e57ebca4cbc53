/** Control characters; the second part is C1, which terminals obey as well. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/u
/** Other line ends, and characters that turn the direction of writing: what is read is then not what is there. */
const TURNING = /[\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/u

/** Whether a text has characters that nobody sees, and that change how it or what follows is shown. */
export function hasUnseen(text: string): boolean {
  return CONTROL.test(text) || TURNING.test(text)
}

/** The text with those characters removed, for a terminal. Line ends and tabs, which it would obey too, become blanks. */
export function withoutUnseen(text: string): string {
  return text
    .replaceAll(/[\t\n\r]+/gu, ' ')
    .replaceAll(new RegExp(`${CONTROL.source}|${TURNING.source}`, 'gu'), '')
}

/** JSON that says the same with those characters escaped, so that a terminal obeys none of them. Its own line ends stay. */
export function withUnseenEscaped(json: string): string {
  return json.replaceAll(new RegExp(`${CONTROL.source}|${TURNING.source}`, 'gu'), (unseen) =>
    unseen === '\n' ? unseen : `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
