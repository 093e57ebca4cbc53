import { setPriority } from 'node:os'

import { kindOfThisFile } from './test-file.ts'

/**
 * Runs before each file: those of the slow tier, and all that they start, give way to the one in which a browser films in
 * real time. It takes a fifth of a processor while it films, but at the moment when the next picture is due; nothing else
 * of that tier is in such a hurry.
 */
const NICENESS = 10

const { tier, filmsInRealTime } = kindOfThisFile()
// A process is never given its priority back. The file that films is the first of its tier, so it is the first of its process.
if (tier === 'slow' && filmsInRealTime !== true) setPriority(NICENESS)
