import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** What a link to a page of the application is given where its address is put together from data. */
export function usePageLink(href: string) {
  const router = useRouter()
  return {
    href,
    onClick(event: MouseEvent) {
      // A new tab or window is for the browser to open.
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      router.history.push(href)
    },
  }
}
