import type { ProcessState } from '../domain/health/needs.ts'
import { oddEngines } from '../domain/health/odd-engine.ts'
import type { ConfigurationFinding } from '../domain/health/operations.ts'
import type { FleetView } from '../ports/process/needs.ts'

const TOPIC = 'Processes'

/**
 * What the processes of the service say of themselves; where none said anything, only whether workers are missed.
 *
 * @param unready why what is accepted now is not made now; null when nothing stands in the way.
 */
export function processFindings(fleet: FleetView, unready: string | null): ConfigurationFinding[] {
  const processes = fleet.processes()
  const nothing = fleet.whyNothingIsMade()
  // Where nothing can be made, the lacks say why.
  const missed = unready === null || nothing !== null ? [] : [workersMissed(unready)]
  if (processes.length === 0) return missed
  return [lacks(processes, nothing), ...missed, ...engines(processes)]
}

function workersMissed(unready: string): ConfigurationFinding {
  return {
    topic: 'Workers',
    verdict: 'problem',
    says: `New videos are not made: ${unready}.`,
    remedy:
      'Start workers whose TASK_QUEUES name these queues, or promote the release of those that are there: admin release promote.',
  }
}

function lacks(processes: readonly ProcessState[], nothing: string | null): ConfigurationFinding {
  const lacking = processes.filter((process) => process.lacks.length > 0)
  if (lacking.length === 0) return good(TOPIC, `${count(processes.length)}, and nothing is missing.`)
  const isNothingMade = nothing === null ? '' : ' No video can be made, so creations are refused.'
  return {
    topic: TOPIC,
    verdict: 'problem',
    says: `${lacking.length} of ${count(processes.length)} cannot work: ${lacking.map(lackOf).join('; ')}.${isNothingMade}`,
    remedy: 'Provide what is missing. They then continue by themselves.',
  }
}

function engines(processes: readonly ProcessState[]): ConfigurationFinding[] {
  const found = oddEngines(processes)
  if (found === null) return []
  const odd = found.odd.map(({ name, role, speechEngine }) => `${role} ${name} has ${speechEngine}`)
  return [
    {
      topic: 'Speech engine',
      verdict: 'problem',
      says: `SPEECH_ENGINE is ${found.usual}, but ${odd.join('; ')}: which voice a video gets depends on who answers.`,
      remedy: 'Set the same SPEECH_ENGINE in every process.',
    },
  ]
}

function lackOf({ name, role, lacks }: ProcessState): string {
  return `${role} ${name} lacks ${lacks.map(({ need, why }) => `${need} (${why})`).join(', ')}`
}

function count(processes: number): string {
  return processes === 1 ? 'One process' : `${processes} processes`
}

/** A finding that needs nothing done. */
export function good(topic: string, says: string): ConfigurationFinding {
  return { topic, verdict: 'good', says, remedy: null }
}
