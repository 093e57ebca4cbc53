import { Group, Text } from '@mantine/core'
import type { MantineBreakpoint } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/**
 * The product's sign and name; leads to the first page.
 *
 * @param nameFrom how wide the screen has to be for the name; without it, it is always there.
 */
export function Brand({ nameFrom }: { nameFrom?: MantineBreakpoint }) {
  return (
    <Group
      component={Link}
      renderRoot={(props) => <Link to="/" {...props} />}
      aria-label="Presenter Video"
      gap="xs"
      wrap="nowrap"
      c="inherit"
      td="none"
    >
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <Text fw={650} c="var(--mantine-color-text)" {...(nameFrom && { visibleFrom: nameFrom })}>
        Presenter Video
      </Text>
    </Group>
  )
}
