import type { Section } from './markdown.ts'

/** A page of the documentation, as HTML for people and as Markdown for programs. */
export interface DocumentPage {
  readonly path: string
  readonly title: string
  /** In the menu. */
  readonly label: string
  /** Heading of the menu that it is listed under. */
  readonly group: string
  /** One sentence, for indexes. */
  readonly summary: string
  /** The HTTP method of an operation, shown in the menu. */
  readonly method?: string
  /** These are made when they are first asked for: starting the service takes no longer for them. */
  readonly markdown: () => string
  /** HTML of the main part. */
  readonly html: () => string
  readonly sections: () => readonly Section[]
  /** True for a page that uses the whole width instead of a list of its sections. */
  readonly isWide?: true
}
