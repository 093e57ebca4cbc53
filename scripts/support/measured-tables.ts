import { readFile, writeFile } from 'node:fs/promises'

/** Where a document says that tables are measured. */
const TABLES = /(?<=<!-- measured -->\n)[\s\S]*?(?=<!-- \/measured -->)/u

/** Writes tables where a document has those of an earlier measurement. @throws when it has no place for them. */
export async function writeMeasuredTables(document: string, tables: string): Promise<void> {
  const text = await readFile(document, 'utf8')
  if (!TABLES.test(text)) throw new Error(`${document} has no place for measured tables`)
  await writeFile(
    document,
    text.replace(TABLES, () => tables),
  )
}

/** A table as Markdown, with the line end of its last row. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('')
}
