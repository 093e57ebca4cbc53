import { NavLink, Text } from '@mantine/core'
import { Link, useMatchRoute, useRouter } from '@tanstack/react-router'
import type { RegisteredRouter } from '@tanstack/react-router'
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
  readonly to: keyof RegisteredRouter['routesByPath']
  readonly icon: LucideIcon
  readonly forOperators?: true
}

const PLACES: readonly { readonly title: string | null; readonly places: readonly Place[] }[] = [
  {
    title: null,
    places: [
      { to: '/projects', icon: Film },
      { to: '/new', icon: Clapperboard },
      { to: '/verify', icon: BadgeCheck },
    ],
  },
  {
    title: 'Library',
    places: [
      { to: '/presenters', icon: UserRound },
      { to: '/twins', icon: ScanFace },
      { to: '/voices', icon: AudioLines },
      { to: '/pronunciations', icon: SpellCheck },
    ],
  },
  { title: 'Integrations', places: [{ to: '/developer', icon: SquareTerminal }] },
  {
    title: 'Account',
    places: [
      { to: '/plan', icon: Gauge },
      { to: '/people', icon: UsersRound },
    ],
  },
  {
    title: 'Installation',
    places: [
      { to: '/operations', icon: Activity, forOperators: true },
      { to: '/plan-requests', icon: ListChecks, forOperators: true },
      { to: '/twin-reviews', icon: ScanEye, forOperators: true },
    ],
  },
]

/** Where a person can go. @param onChoose closes the drawer on phones. */
export function Navigation({ onChoose }: { onChoose: () => void }) {
  const { person } = useMe()
  const matchRoute = useMatchRoute()
  const { routesByPath } = useRouter()
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
        {shown.map(({ to, icon: Icon }) => (
          <NavLink
            key={to}
            renderRoot={(props) => <Link to={to} onClick={onChoose} {...props} />}
            active={Boolean(matchRoute({ to, fuzzy: true }))}
            label={routesByPath[to].options.staticData?.title}
            leftSection={<Icon size={17} aria-hidden />}
            className={styles['place'] ?? ''}
          />
        ))}
      </div>
    )
  })
}
