/**
 * Kinds of work of which a process takes no more than it can do in time, each for itself: creating videos, estimating
 * them, taking batches of them, drawing stills, saying words, and hashing passwords.
 */
export type BoundedWork = 'creation' | 'estimate' | 'batch' | 'still' | 'saying' | 'password'
