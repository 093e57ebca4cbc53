import { createHmac } from 'node:crypto'

import type { ApiAnswer } from '../service/client.ts'
import { ANSWERS } from './server.ts'

let notices = 0

/** A notice that something about a customer's subscription has changed; each has an id of its own. */
export function noticeOf(customerId: string, type = 'customer.subscription.updated') {
  const object = { ...ANSWERS.subscriptions.data[0], customer: customerId }
  return { ...ANSWERS.event, id: `evt_${(notices += 1)}`, type, data: { object } }
}

/** Sends a notice to a service as Stripe does, signed with the secret of its endpoint. */
export async function sendNotice(serviceUrl: string, notice: object, secret: string): Promise<ApiAnswer> {
  const body = JSON.stringify(notice)
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const answer = await fetch(`${serviceUrl}/api/billing/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${time},v1=${signature}` },
    body,
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
