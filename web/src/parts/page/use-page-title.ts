import { useDocumentTitle } from '@mantine/hooks'

/** Names the page in its tab, in the browser's history, and to screen readers. @param title of the page alone. */
export function usePageTitle(title: string): void {
  useDocumentTitle(`${title} · Presenter Video`)
}
