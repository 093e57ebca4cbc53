/** A delivered notice of a payment provider that cannot be believed. The message says why, and quotes nothing of it. */
export class NoticeRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoticeRefused'
  }
}
