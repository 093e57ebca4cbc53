import { Notifications as Shown } from '@mantine/notifications'

/** Where notifications appear. */
export function Notifications() {
  return <Shown position="bottom-right" />
}
