import { defaultPayloadConverter } from '@temporalio/common'
import { workflowInfo } from '@temporalio/workflow'
import type { ActivityInput, LocalActivityInput, WorkflowInterceptors } from '@temporalio/workflow'

import { LOG_FACTS, RUN_FACTS } from './contract.ts'

/**
 * Hands on to every step what a run is about, as its memo says: the lines of the step in the log say so. No step needs it for
 * its work, and so no step takes it as input.
 */
export function interceptors(): WorkflowInterceptors {
  return {
    outbound: [
      {
        scheduleActivity: (input, next) => next(withFacts(input)),
        scheduleLocalActivity: (input, next) => next(withFacts(input)),
      },
    ],
  }
}

function withFacts<Input extends ActivityInput | LocalActivityInput>(input: Input): Input {
  const { memo } = workflowInfo()
  const facts = RUN_FACTS.flatMap((name) => (typeof memo?.[name] === 'string' ? [[name, memo[name]]] : []))
  if (facts.length === 0) return input
  const payload = defaultPayloadConverter.toPayload(Object.fromEntries(facts))
  return { ...input, headers: { ...input.headers, [LOG_FACTS]: payload } }
}
