import { useDocumentTitle } from '@mantine/hooks'
import { useMatch, useMatches } from '@tanstack/react-router'

/** Names the page in its tab, in the browser's history, and to screen readers. @param title of the page alone. */
export function usePageTitle(title: string): void {
  useDocumentTitle(`${title} · Presenter Video`)
}

/**
 * The title of the page or frame that asks, from the list of pages. The tab gets the title of the innermost page.
 *
 * @param given instead, where the title depends on what the page shows.
 */
export function useListedTitle(given?: string): string {
  const own = useMatch({ strict: false, select: ({ staticData }) => staticData.title ?? '' })
  const innermost = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' })
  usePageTitle(given ?? innermost)
  return given ?? own
}
