import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** The product's sign and name; leads to the first page. */
export function Brand() {
  return (
    <Group
      component={Link}
      renderRoot={(props) => <Link to="/" {...props} />}
      gap="xs"
      wrap="nowrap"
      c="inherit"
      td="none"
    >
      <img src="/favicon.svg" alt="" width={26} height={26} />
      <Text fw={650} c="var(--mantine-color-text)">
        Presenter Video
      </Text>
    </Group>
  )
}
