import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, LifeBuoy, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'

import { askSignIn } from '../api/client.ts'
import { chooseAccount, useMe } from '../api/session.ts'
import { notifyFailed } from '../parts/notify.ts'

const SCHEMES = [
  { scheme: 'light', label: 'Light', icon: Sun },
  { scheme: 'dark', label: 'Dark', icon: Moon },
  { scheme: 'auto', label: 'System', icon: Monitor },
] as const

/** The person who is signed in, and their account; the look of the pages; the way out. */
export function AccountMenu() {
  const { person, membership, memberships, supportUrl } = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const queries = useQueryClient()

  async function signOut() {
    try {
      await askSignIn('POST', '/sign-out', {})
      queries.clear()
      location.assign('/')
    } catch (error) {
      notifyFailed(error)
    }
  }

  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>Your account, {person.name}</VisuallyHidden>
          <Avatar name={person.name} size={32} alt="" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {person.name}
          </Text>
          <Text size="xs" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        {memberships.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>Accounts</Menu.Label>
            {memberships.map(({ account_id, account_name }) => (
              <Menu.Item
                key={account_id}
                onClick={() => chooseAccount(account_id)}
                rightSection={
                  account_id === membership?.account_id && <Check size={14} aria-label="chosen" />
                }
              >
                {account_name}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        {SCHEMES.map(({ scheme, label, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            leftSection={<Icon size={16} aria-hidden />}
            rightSection={scheme === colorScheme && <Check size={14} aria-label="chosen" />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<UserRound size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/profile" {...props} />}
        >
          Your profile
        </Menu.Item>
        {supportUrl !== null && (
          <Menu.Item
            component="a"
            href={supportUrl}
            target="_blank"
            rel="noreferrer"
            leftSection={<LifeBuoy size={16} aria-hidden />}
          >
            Contact support
          </Menu.Item>
        )}
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
