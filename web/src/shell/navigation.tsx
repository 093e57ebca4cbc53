import { NavLink, Text } from '@mantine/core'
import { Link, useMatchRoute } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import {
  Activity,
  AudioLines,
  BadgeCheck,
  Clapperboard,
  Film,
  Gauge,
  ListChecks,
  ScanEye,
  ScanFace,
  SpellCheck,
  SquareTerminal,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

import { useMe } from '../api/session.ts'
import styles from './navigation.module.css'

interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  readonly icon: LucideIcon
  readonly forOperators?: true
}

const PLACES: readonly { readonly title: string | null; readonly places: readonly Place[] }[] = [
  {
    title: null,
    places: [
      { to: '/projects', label: 'Projects', icon: Film },
      { to: '/new', label: 'New video', icon: Clapperboard },
      { to: '/verify', label: 'Verify', icon: BadgeCheck },
    ],
  },
  {
    title: 'Library',
    places: [
      { to: '/presenters', label: 'Presenters', icon: UserRound },
      { to: '/twins', label: 'Twins', icon: ScanFace },
      { to: '/voices', label: 'Voices', icon: AudioLines },
      { to: '/pronunciations', label: 'Pronunciations', icon: SpellCheck },
    ],
  },
  { title: 'Integrations', places: [{ to: '/developer', label: 'Developer API', icon: SquareTerminal }] },
  {
    title: 'Account',
    places: [
      { to: '/plan', label: 'Plan and usage', icon: Gauge },
      { to: '/people', label: 'People', icon: UsersRound },
    ],
  },
  {
    title: 'Installation',
    places: [
      { to: '/operations', label: 'Operations', icon: Activity, forOperators: true },
      { to: '/plan-requests', label: 'Plan requests', icon: ListChecks, forOperators: true },
      { to: '/twin-reviews', label: 'Twin reviews', icon: ScanEye, forOperators: true },
    ],
  },
]

/** Where a person can go. @param onChoose closes the drawer on phones. */
export function Navigation({ onChoose }: { onChoose: () => void }) {
  const { person } = useMe()
  const matchRoute = useMatchRoute()
  return PLACES.map(({ title, places }) => {
    const shown = places.filter(({ forOperators }) => !forOperators || person.is_operator)
    if (shown.length === 0) return null
    return (
      <div key={title ?? 'first'}>
        {title && (
          <Text size="xs" fw={600} c="dimmed" px="sm" mt="md" mb={2}>
            {title}
          </Text>
        )}
        {shown.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            renderRoot={(props) => <Link to={to} onClick={onChoose} {...props} />}
            active={Boolean(matchRoute({ to, fuzzy: true }))}
            label={label}
            leftSection={<Icon size={17} aria-hidden />}
            className={styles['place'] ?? ''}
          />
        ))}
      </div>
    )
  })
}
