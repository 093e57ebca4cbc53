import { AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useMe } from '../api/session.ts'
import { PageHeader } from '../parts/page/page-header.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { OtherAccount } from './other-account.tsx'
import { Navigation } from './navigation.tsx'
import { TestDataNote, TestDataSwitch } from './test-data.tsx'
import { OfflineNote } from './offline-note.tsx'
import classes from './shell.module.css'

/** The frame of the pages for people who are signed in, with the page of the address. */
export function Shell() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** The frame of every page for people who are signed in: navigation at the left, a drawer on phones. */
export function Frame({ children }: { children: ReactNode }) {
  const [isOpen, { toggle, close }] = useDisclosure()
  const { person, membership, memberships } = useMe()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a
        href="#content"
        className={classes['skip']}
        onClick={(event) => {
          // The address belongs to the page.
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        Skip to content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? 'Close navigation' : 'Open navigation'}
            />
            <Brand nameFrom="xs" />
          </Group>
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Text size="sm" c="dimmed" truncate maw={280} visibleFrom="sm" title={membership?.account_name}>
              {membership?.account_name}
            </Text>
            <TestDataSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        p="sm"
        component="nav"
        bg={{ base: 'var(--mantine-color-body)', sm: 'var(--sidebar)' }}
        aria-label="Main"
      >
        <ScrollArea type="never">
          <Navigation onChoose={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main maw={1240} id="content" tabIndex={-1} className={classes['content'] ?? ''}>
        <OfflineNote />
        <TestDataNote />
        {membership ? (
          children
        ) : memberships.length > 0 ? (
          <OtherAccount memberships={memberships} email={person.email} />
        ) : (
          <PageHeader title="You do not work for any account">
            You are signed in as {person.email}. Ask an owner of an account to invite you.
          </PageHeader>
        )}
      </AppShell.Main>
    </AppShell>
  )
}
