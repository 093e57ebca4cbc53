import type { Answer } from './call.ts'

/** A call under way: await it for the data alone, or ask for the answer around it. */
export class Reply<Data> extends Promise<Data> {
  #answer: Promise<Answer<Data>> | undefined

  // Promises that follow from this one are plain ones.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** The call that gives this answer. */
  static of<Data>(answer: Promise<Answer<Data>>): Reply<Data> {
    const reply = new Reply<Data>((resolve, reject) => {
      answer.then(({ data }) => resolve(data), reject)
    })
    reply.#answer = answer
    return reply
  }

  /** The data with status, headers and ids. */
  withResponse(): Promise<Answer<Data>> {
    return this.#answer!
  }
}
