/** Whether an optional member of a request was left out; null means the same (decisions, "Absent and null"). */
export function isAbsent(member: unknown): member is null | undefined {
  return member === null || member === undefined
}
