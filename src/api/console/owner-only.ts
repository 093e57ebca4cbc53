import type { Person } from '../../domain/account/person.ts'
import type { Caller, Endpoint } from '../contract/endpoint.ts'
import { preceded } from './preceded.ts'
import { NotAllowed } from './refusals.ts'

/** The person who sends a request, who must own the account. @throws NotAllowed for members. */
export function ownerOf(caller: Caller): Person {
  const person = personOf(caller)
  if (caller.kind === 'person' && caller.role === 'owner') return person
  throw new NotAllowed('Only owners of the account can do this. Ask one of them.')
}

/** An endpoint that answers nobody but owners of the account, whatever it is asked. */
export function forOwners<Declared extends Endpoint>(endpoint: Declared): Declared {
  return preceded(endpoint, ({ caller }) => ownerOf(caller))
}

/** The person who sends a request, who must run the installation. @throws NotAllowed for everybody else. */
export function operatorOf(caller: Caller): Person {
  const person = personOf(caller)
  if (person.isOperator) return person
  throw new NotAllowed('Only operators of this installation can see this.')
}

/** The person who sends a request of the application. */
export function personOf(caller: Caller): Person {
  if (caller.kind === 'person') return caller.person
  throw new NotAllowed('Only people who are signed in can do this.')
}
