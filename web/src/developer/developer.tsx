import { Anchor, Group } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'

import { PageHeader } from '../parts/page/page-header.tsx'
import classes from './developer.module.css'

const PAGES = [
  { to: '/developer/keys', label: 'API keys' },
  { to: '/developer/webhook', label: 'Webhook' },
  { to: '/developer/deliveries', label: 'Deliveries' },
  { to: '/developer/limits', label: 'Limits' },
] as const

const DOCUMENTS = [
  { href: '/docs', label: 'Documentation' },
  { href: '/openapi.json', label: 'OpenAPI' },
  { href: '/llms.txt', label: 'llms.txt' },
] as const

/** The frame of the pages for whoever connects a program to the service. */
export function Developer() {
  return (
    <>
      <PageHeader title="Developer API" action={<Documents />}>
        Make videos from your own programs, and be told when they are ready.
      </PageHeader>
      <nav aria-label="Developer API" className={classes['tabs']}>
        {PAGES.map(({ to, label }) => (
          <Link key={to} to={to} className={classes['tab']}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}

function Documents() {
  return (
    <Group gap="md" pt={6}>
      {DOCUMENTS.map(({ href, label }) => (
        <Anchor key={href} href={href} size="sm">
          {label}
        </Anchor>
      ))}
    </Group>
  )
}
