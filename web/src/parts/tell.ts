import { notifications } from '@mantine/notifications'

import { Refusal } from '../api/client.ts'

/** Says that something was done. */
export function tellDone(message: string): void {
  notifications.show({ message, color: 'green' })
}

/** Says why something could not be done, in words for the person. */
export function tellFailed(error: unknown): void {
  const message = error instanceof Refusal ? error.userMessage : 'Something went wrong. Please try again.'
  notifications.show({ title: 'That did not work', message, color: 'red' })
}
