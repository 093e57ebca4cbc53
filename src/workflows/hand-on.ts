import { defaultPayloadConverter } from '@temporalio/common'
import type { Headers } from '@temporalio/common'
import { workflowInfo } from '@temporalio/workflow'
import type { WorkflowInterceptors } from '@temporalio/workflow'

import { LOG_FACTS, RUN_FACTS, TRACE } from './contract.ts'

/**
 * Hands on to every step what a run is about, as its memo says, and the trace that the run was started in. The lines of the step in
 * the log say the first, and its span belongs to the second. No step needs them for its work, and so no step takes them as input.
 */
export function interceptors(): WorkflowInterceptors {
  let trace: Headers = {}
  return {
    inbound: [
      {
        execute(input, next) {
          const started = input.headers[TRACE]
          if (started !== undefined) trace = { [TRACE]: started }
          return next(input)
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(withHeaders(input, { ...facts(), ...trace })),
        scheduleLocalActivity: (input, next) => next(withHeaders(input, { ...facts(), ...trace })),
        continueAsNew: (input, next) => next(withHeaders(input, trace)),
      },
    ],
  }
}

function withHeaders<Input extends { readonly headers: Headers }>(input: Input, headers: Headers): Input {
  return { ...input, headers: { ...input.headers, ...headers } }
}

function facts(): Headers {
  const { memo } = workflowInfo()
  const known = RUN_FACTS.flatMap((name) => (typeof memo?.[name] === 'string' ? [[name, memo[name]]] : []))
  return known.length === 0
    ? {}
    : { [LOG_FACTS]: defaultPayloadConverter.toPayload(Object.fromEntries(known)) }
}
