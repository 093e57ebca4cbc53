import { createStatementReader } from '../database/postgres-statements.ts'
import { startTcpProxy } from '../http/tcp-proxy.ts'
import type { TcpProxy } from '../http/tcp-proxy.ts'

/** A server that a test can make lose what is asked of it. */
export interface BreakableServer extends TcpProxy {
  /**
   * Cuts the connection instead of passing the next question on that matches.
   *
   * @param also is called at that moment, before anything else can pass.
   * @returns when it was lost.
   */
  loseQuestion(question: RegExp, also?: () => void): Promise<void>
  /** Resolves when the next question that matches passes. */
  hears(question: RegExp): Promise<void>
}

/** PostgreSQL, whose answers can be lost too. */
export interface BreakablePostgres extends BreakableServer {
  /** Cuts the connection instead of passing the answer on: what was asked is done and committed. */
  loseAnswer(question: RegExp, also?: () => void): Promise<void>
}

/** What is asked in a piece that a client sends. */
type ReadQuestions = (piece: Buffer, connection: object) => string[]

interface Trap {
  readonly question: RegExp
  /** What is done instead of passing the question on; true when it passes all the same. */
  readonly spring: (connection: object) => true | 'cut'
}

/** PostgreSQL that loses chosen statements. @param target host:port. */
export function startBreakablePostgres(target: string): Promise<BreakablePostgres> {
  return startBreakable(target, createStatementReader())
}

/** Temporal that loses chosen calls, by the names and ids in them: their bodies are sent as they are. */
export function startBreakableTemporal(target: string): Promise<BreakableServer> {
  return startBreakable(target, (piece) => [piece.toString('latin1')])
}

async function startBreakable(target: string, questionsIn: ReadQuestions): Promise<BreakablePostgres> {
  const traps = new Set<Trap>()
  /** Connections whose next answer is lost, and what else happens then. */
  const awaited = new WeakMap<object, () => void>()

  const proxy = await startTcpProxy(target, (piece, from, connection) => {
    if (from === 'client') {
      const sprung = questionsIn(piece, connection).map((question) => springTraps(question, connection))
      return sprung.includes('cut') ? 'cut' : true
    }
    const lose = awaited.get(connection)
    lose?.()
    return lose ? 'cut' : true
  })

  function springTraps(question: string, connection: object): true | 'cut' {
    const trap = [...traps].find((one) => one.question.test(question))
    if (!trap) return true
    traps.delete(trap)
    return trap.spring(connection)
  }

  /** Sets a trap for a question; resolves when what it is set for has happened. */
  function trap(question: RegExp, spring: (connection: object, done: () => void) => true | 'cut') {
    return new Promise<void>((resolve) => {
      traps.add({ question, spring: (connection) => spring(connection, resolve) })
    })
  }

  return {
    ...proxy,
    loseQuestion: (question, also = () => undefined) =>
      trap(question, (_, done) => {
        also()
        done()
        return 'cut'
      }),
    loseAnswer: (question, also = () => undefined) =>
      trap(question, (connection, done) => {
        awaited.set(connection, () => {
          also()
          done()
        })
        return true
      }),
    hears: (question) =>
      trap(question, (_, done) => {
        done()
        return true
      }),
  }
}
