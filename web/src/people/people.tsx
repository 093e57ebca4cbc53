import { PageHeader } from '../parts/page-header.tsx'

/** Who works for the account. */
export function People() {
  return <PageHeader title="People">Who works for this account.</PageHeader>
}
