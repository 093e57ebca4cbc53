/** Finds the statements in what a client sends to PostgreSQL, whole or in pieces, by connection. */
export type ReadStatements = (piece: Buffer, connection: object) => string[]

/** What is known of one connection. */
interface Conversation {
  /** Sent, but not a whole message yet. */
  rest: Buffer
  /** The first message has no type. */
  isStarted: boolean
  /** Texts by the names that the client gave them. */
  readonly prepared: Map<string, string>
}

const HEAD_BYTES = 5

/**
 * Reads the messages of PostgreSQL's protocol (version 3, "Message Formats"): a statement is reported
 * when it is about to run, though its text may have been sent long before and only its name is sent now.
 */
export function createStatementReader(): ReadStatements {
  const conversations = new WeakMap<object, Conversation>()
  return (piece, connection) => {
    const conversation = conversations.get(connection) ?? {
      rest: Buffer.alloc(0),
      isStarted: false,
      prepared: new Map<string, string>(),
    }
    conversations.set(connection, conversation)
    conversation.rest = Buffer.concat([conversation.rest, piece])
    const statements: string[] = []
    for (let message = nextMessage(conversation); message; message = nextMessage(conversation)) {
      const statement = statementIn(message, conversation.prepared)
      if (statement !== null) statements.push(statement)
    }
    return statements
  }
}

interface Message {
  readonly type: string
  readonly body: Buffer
}

/** The next whole message, taken off what was sent; null while there is none. */
function nextMessage(conversation: Conversation): Message | null {
  const { rest, isStarted } = conversation
  const headBytes = isStarted ? HEAD_BYTES : HEAD_BYTES - 1
  if (rest.length < headBytes) return null
  const end = rest.readInt32BE(headBytes - 4) + headBytes - 4
  if (rest.length < end) return null
  conversation.rest = rest.subarray(end)
  conversation.isStarted = true
  return { type: isStarted ? String.fromCharCode(rest[0]!) : 'startup', body: rest.subarray(headBytes, end) }
}

function statementIn({ type, body }: Message, prepared: Map<string, string>): string | null {
  const [first = '', second = ''] = body.toString('latin1').split('\0', 2)
  switch (type) {
    case 'P':
      prepared.set(first, second)
      return null
    // Names the statement that is to run, after the cursor that it runs in.
    case 'B':
      return prepared.get(second) ?? null
    case 'Q':
      return first
    default:
      return null
  }
}
