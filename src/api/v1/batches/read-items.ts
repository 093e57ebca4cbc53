import type { Account } from '../../../domain/account/account.ts'
import { invalidFields } from '../../../domain/error/errors.ts'
import type { SentItem } from '../../../usecases/batch/create-batch.ts'
import { problemFields } from '../../contract/error/problem-fields.ts'
import type { ApiPorts } from '../../ports.ts'
import { BatchItemRequest, toVideoRequest } from '../videos/creation-schema.ts'
import { lengthGoesFirst } from '../videos/script-length.ts'

/** So many problems of an item are told: an answer about a hundred items is to be no longer than what was sent. */
const MOST_FIELDS = 20

/** Reads the items of a batch, each by itself, as `POST /videos` reads its body. */
export function readItems(
  sent: readonly unknown[],
  account: Account,
  ports: Pick<ApiPorts, 'plans'>,
): SentItem[] {
  return sent.map((item) => {
    const read = BatchItemRequest.safeParse(item, { reportInput: true })
    if (read.success) return { request: toVideoRequest(read.data) }
    const found = Object.entries(problemFields(read.error.issues, BatchItemRequest)).slice(0, MOST_FIELDS)
    const wrong = Object.fromEntries(found)
    return { problem: lengthGoesFirst(item, wrong, account, ports) ?? invalidFields(wrong), sent: item }
  })
}
