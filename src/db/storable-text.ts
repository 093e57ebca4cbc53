/**
 * Text of unknown origin, such as the message of an error, as a column can hold it: without NUL,
 * which PostgreSQL's text cannot have, and cut to the length its column permits.
 */
export function storableText(text: string, mostCharacters: number): string {
  return text.replaceAll('\0', '').slice(0, mostCharacters)
}
