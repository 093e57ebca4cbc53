import type { Command } from '../command-line/command.ts'
import { batch } from './batch.ts'
import { presenters, voices } from './catalogue.ts'
import { commandsCommand } from './commands.ts'
import { create } from './create.ts'
import { deleteCommand } from './delete.ts'
import { doctor } from './doctor.ts'
import { estimate } from './estimate.ts'
import { events } from './events.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { listen } from './listen.ts'
import { login } from './login.ts'
import { mcp } from './mcp.ts'
import { trigger } from './trigger.ts'

const WORKING: readonly Command[] = [
  login,
  create,
  estimate,
  list,
  get,
  deleteCommand,
  batch,
  presenters,
  voices,
  events,
  listen,
  trigger,
  doctor,
  mcp,
]

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [...WORKING, commandsCommand(WORKING)]
