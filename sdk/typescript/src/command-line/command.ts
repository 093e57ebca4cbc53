import type { CallOptions, PresenterVideo } from '../index.ts'
import type { Output } from './output.ts'
import type { SignIn } from './profiles.ts'

/** What a command can be given beside its argument: `--name VALUE`, or `--name` where there is no value. */
export interface Option {
  /** What the value is, in capitals. */
  readonly value?: string
  readonly short?: string
  /** Whether it can be given several times. */
  readonly isRepeated?: boolean
  readonly about: string
}

/** Options by their names. */
export type Options = Readonly<Record<string, Option>>

/** A command, such as `create`. */
export interface Command {
  readonly name: string
  readonly about: string
  /** What its one argument is, in capitals, if it has one. */
  readonly argument?: string
  readonly options?: Options
  readonly run: (input: Input) => Promise<void>
}

/** What a command was given, and what it does its work with. */
export interface Input {
  /** Empty for commands without one. */
  readonly argument: string
  /** The value of an option. */
  readonly text: (option: string) => string | undefined
  readonly all: (option: string) => readonly string[]
  readonly has: (option: string) => boolean
  /** @throws UsageError when the value is no whole number above zero. */
  readonly number: (option: string) => number | undefined
  readonly profile: string
  readonly output: Output
  /** @throws SignInError when there is no key. */
  readonly signIn: () => SignIn
  readonly client: () => PresenterVideo
  /** Aborted when the time of `--timeout` is over. */
  readonly limit: Pick<CallOptions, 'signal'>
  /** As `limit`, for waits: they end after an hour by themselves unless they are given longer. */
  readonly waitLimit: CallOptions
  /** What is known when an error ends the command: it is shown with the error. */
  readonly facts: Record<string, unknown>
}

/** The command was called in a way that it cannot be: exit code 2. */
export class UsageError extends Error {}

/** There is no key, or none that works for this: exit code 3. */
export class SignInError extends Error {}

/** The command did what it should, and it did not come out well: exit code 1. */
export class OutcomeError extends Error {
  /** For programs. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
