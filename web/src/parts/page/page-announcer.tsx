import { VisuallyHidden } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Says the title of each page that is gone to: without a load of the document, screen readers would say nothing. */
export function PageAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        // The first page is announced by the browser.
        if (pathChanged && fromLocation) setTitle(document.title)
      }),
    [router],
  )
  return (
    <VisuallyHidden role="status" aria-live="polite" data-testid="page-announcer">
      {title}
    </VisuallyHidden>
  )
}
