/** Counts how often somebody's password is tried. */
export interface PasswordTries {
  /**
   * Counts a try, if it may be made.
   *
   * @param email as it was typed; nobody needs to have it.
   * @param address of whoever tries. Where the person is signed in already, tries are not counted: strangers cannot
   *   keep them out there. Null when it is unknown.
   * @returns 0 when it may be made, else the whole seconds after which one may.
   */
  count(email: string, address: string | null): Promise<number>
}
