import { Anchor, Group } from '@mantine/core'
import { Link, Outlet, useRouter } from '@tanstack/react-router'

import { PageHeader } from '../parts/page/page-header.tsx'
import classes from './developer.module.css'

const TABS = ['/developer/keys', '/developer/webhook', '/developer/deliveries', '/developer/limits'] as const

const DOCUMENTS = [
  { href: '/docs', label: 'Documentation' },
  { href: '/openapi.json', label: 'OpenAPI' },
  { href: '/llms.txt', label: 'llms.txt' },
] as const

/** The frame of the pages for whoever connects a program to the service. */
export function Developer() {
  const { routesByPath } = useRouter()
  return (
    <>
      <PageHeader action={<Documents />}>
        Create videos from your own code and get notified when they are ready.
      </PageHeader>
      <nav aria-label="Developer API" className={classes['tabs']}>
        {TABS.map((to) => (
          <Link key={to} to={to} className={classes['tab']}>
            {routesByPath[to].options.staticData?.title}
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
