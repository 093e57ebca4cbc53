import { ApplicationFailure, CancelledFailure } from '@temporalio/activity'

import { placeFaultOf } from '../domain/error/place-fault.ts'

type Steps = Readonly<Record<string, (...input: never[]) => Promise<unknown>>>

/** The same steps, whose failures of the place are told to workflows by their names. */
export function tellingPlaceFaults<Of extends Steps>(steps: Of): Of {
  const telling = Object.entries(steps).map(([name, step]) => [
    name,
    async (...input: never[]) => {
      try {
        return await step(...input)
      } catch (error) {
        throw placeFailure(error) ?? error
      }
    },
  ])
  return Object.fromEntries(telling) as Of
}

/** What a step has decided itself about its failure stays as it is. */
function placeFailure(error: unknown): ApplicationFailure | null {
  if (error instanceof ApplicationFailure || error instanceof CancelledFailure) return null
  const type = placeFaultOf(error)
  if (type === null) return null
  return ApplicationFailure.create({ message: (error as Error).message, type, cause: error as Error })
}
