import { setPriority } from 'node:os'

import { kindOfThisFile } from './test-file.ts'

/** Enough for the tests that go first to be served at once; the others lose the little that those compute. */
const NICE = 5

/**
 * Runs before each file: tests that compute, and the programs that they start, give way to those of workflows. Each of those
 * is thousands of short messages between a server, a worker and a test, one after the other. Where each message waits
 * behind somebody who computes, a second of work takes minutes.
 */
if (kindOfThisFile().company !== 'workflows') setPriority(NICE)
