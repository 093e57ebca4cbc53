/**
 * Adapts text of unknown origin, such as an error message, to a column: removes NUL, which PostgreSQL's text type cannot
 * store, and truncates the text to the maximum length of the column.
 */
export function storableText(text: string, mostCharacters: number): string {
  return text.replaceAll('\0', '').slice(0, mostCharacters)
}
