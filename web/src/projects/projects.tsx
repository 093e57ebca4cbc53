import { Button } from '@mantine/core'
import { Film } from 'lucide-react'

import { EmptyState } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page-header.tsx'

/** All videos of the account. */
export function Projects() {
  return (
    <>
      <PageHeader title="Projects">Every video of your account, wherever it was asked for.</PageHeader>
      <EmptyState
        icon={Film}
        title="No videos yet"
        action={
          <Button component="a" href="/docs">
            Read the API reference
          </Button>
        }
      >
        Videos that you make here or through the API appear on this page.
      </EmptyState>
    </>
  )
}
