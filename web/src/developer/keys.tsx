import { PageHeader } from '../parts/page-header.tsx'

/** The account's API keys. */
export function Keys() {
  return <PageHeader title="API keys">Programs use a key to make videos for your account.</PageHeader>
}
