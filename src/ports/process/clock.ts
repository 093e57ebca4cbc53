/** What time it is; fixed in tests. */
export type Clock = () => Date
