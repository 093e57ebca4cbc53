import type { Rule } from './studio-rooms.ts'

/** What pages are made of. */
const PAGE_PACKAGES = [
  'react',
  'lucide-react',
  '@mantine/core',
  '@mantine/form',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tanstack/react-query',
  '@tanstack/react-router',
]

/** The one way to the server: what may be asked, and what is answered. */
const DOOR = ['../../src/api/console/door.ts']

/** A page, or some that belong together: made of parts and of what the server answers, and of what it shows of the pages it names. */
function page(...others: readonly string[]): Rule {
  return { imports: ['api/', 'parts/', ...others, ...PAGE_PACKAGES, '../../src/domain/'], types: DOOR }
}

/** The rooms of `web/src/` and who may import whom, as in `rooms.ts`. Paths that begin with `../../` lead to the service. */
export const WEB_RULES: Readonly<Record<string, Rule>> = {
  'api/': { imports: ['eventsource-parser', ...PAGE_PACKAGES], types: DOOR },
  'parts/': { imports: ['api/', ...PAGE_PACKAGES] },
  'theme.ts': { imports: PAGE_PACKAGES },
  'shell/': page(),
  'entrance/': page('shell/'),
  'developer/': page('../../examples/'),
  'plan/': page(),
  'people/': page(),
  'profile/': page('entrance/'),
  'presenters/': page(),
  'voices/': page(),
  'pronunciations/': page('voices/'),
  'verify/': page('@noble/hashes'),
  // A consent is taken back where one was recorded, and where the twin is seen.
  'withdrawal/': page(),
  'record/': page('withdrawal/'),
  'twins/': page('plan/', 'record/', 'voices/', 'withdrawal/'),
  'new-video/': page('plan/', 'presenters/', 'twins/'),
  'projects/': page('new-video/'),
  'operations/': page('plan/', 'twins/'),
  'pages.ts': { imports: [] },
  'account-address.ts': page('pages.ts'),
  'router.tsx': page(
    'account-address.ts',
    'pages.ts',
    'developer/',
    'entrance/',
    'new-video/',
    'operations/',
    'people/',
    'plan/',
    'presenters/',
    'profile/',
    'projects/',
    'pronunciations/',
    'record/',
    'shell/',
    'twins/',
    'verify/',
    'voices/',
  ),
  'main.tsx': page(
    'router.tsx',
    'theme.ts',
    'mantine.css',
    'page.css',
    'react-dom',
    '@fontsource-variable/inter',
  ),
}
