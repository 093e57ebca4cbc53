import type { DeliveryOutcome } from '../../../../src/api/console/door.ts'

/** What deliveries can be filtered by, as people say it. */
export const OUTCOME_NAMES: Readonly<Record<DeliveryOutcome, string>> = {
  delivered: 'Delivered',
  under_way: 'Sending',
  failed: 'Failed',
  not_sent: 'Not sent',
}

/** Whether part of an address names an outcome. */
export function isDeliveryOutcome(value: unknown): value is DeliveryOutcome {
  return typeof value === 'string' && Object.hasOwn(OUTCOME_NAMES, value)
}
