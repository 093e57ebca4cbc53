import { serveTasks } from '../children/serve-tasks.ts'
import { checkTake } from './checks/check-take.ts'
import { matchTakes } from './checks/match-takes.ts'
import { learnTwin } from './learn/learn-twin.ts'

/** The process that compares and learns from what was seen and heard, and ends with its task: see `twin-studio.ts`. */

serveTasks({ checkTake, matchTakes, learnTwin })
