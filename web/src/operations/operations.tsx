import { Lock } from 'lucide-react'

import { useMe } from '../api/session.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { Audit } from './audit.tsx'
import { Configuration } from './configuration.tsx'
import { Queues } from './queues.tsx'
import { VideosAtWork } from './videos-at-work.tsx'

/** How the whole installation is doing: for those who run it. */
export function Operations() {
  const { person } = useMe()
  return (
    <>
      <PageHeader title="Operations">How this installation is doing, for all of its accounts.</PageHeader>
      {person.is_operator ? (
        <>
          <VideosAtWork />
          <Queues />
          <Configuration />
          <Audit />
        </>
      ) : (
        <EmptyState icon={Lock} title="This page is for operators">
          Only the people who run this service see its workers, its queues and the videos of all accounts.
        </EmptyState>
      )}
    </>
  )
}
