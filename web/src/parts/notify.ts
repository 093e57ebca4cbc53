import { notifications } from '@mantine/notifications'

import { faultOf } from './fault-of.ts'

/** Says that something was done. */
export function notifyDone(message: string): void {
  notifications.show({ message, color: 'green' })
}

/** Says why something could not be done, in words for the person. */
export function notifyFailed(error: unknown): void {
  notifications.show({ title: 'That did not work', message: faultOf(error), color: 'red' })
}
