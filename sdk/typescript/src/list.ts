import { call } from './call.ts'
import type { CallOptions, Query } from './call.ts'
import type { Settings } from './settings.ts'

/** One page of a list, newest first. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly hasMore: boolean
  /** Null on the last page. */
  nextPage(): Promise<Page<Item>> | null
}

/** A page as the API sends it. */
export interface PageOnWire<Item> {
  data: Item[]
  has_more: boolean
  next_before: string | null
}

/**
 * A list, as a page or as all of it: `await` it for its first page, or go through every item with `for await`, which
 * fetches further pages when they are needed.
 */
export class List<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #read: (before: string | undefined) => Promise<PageOnWire<Item>>
  readonly #before: string | undefined

  /** @param read fetches the page after a cursor. */
  constructor(read: (before: string | undefined) => Promise<PageOnWire<Item>>, before?: string) {
    this.#read = read
    this.#before = before
  }

  // oxlint-disable-next-line unicorn/no-thenable -- so that the first page can be awaited
  then<Result = Page<Item>, Failure = never>(
    onPage?: ((page: Page<Item>) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#page(this.#before).then(onPage, onError)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for (let page: Page<Item> | null = await this; page !== null; page = await page.nextPage())
      yield* page.data
  }

  async #page(before: string | undefined): Promise<Page<Item>> {
    const { data, has_more, next_before } = await this.#read(before)
    return {
      data,
      hasMore: has_more,
      nextPage: () => (next_before === null ? null : this.#page(next_before)),
    }
  }
}

/** A list at a path. @param filter goes with each page; `before` is where it begins. */
export function listOf<Item>(
  settings: Settings,
  path: string,
  { before, ...filter }: Query & { readonly before?: string },
  options: CallOptions,
): List<Item> {
  return new List<Item>(async (cursor) => {
    const query = { ...filter, before: cursor }
    return (await call<PageOnWire<Item>>(settings, { method: 'GET', path, query, ...options })).data
  }, before)
}
