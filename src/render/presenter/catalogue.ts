import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseAnyPresenter, readPresenterText } from './presenter-file.ts'
import { RenderImpossible } from './render-impossible.ts'
import type { OutsidePresenterFile, PresenterFile } from './presenter-file.ts'

/** A presenter, the folder of presenters that theirs is in, and what their file was. */
export interface PlacedPresenter {
  readonly presenter: PresenterFile | OutsidePresenterFile
  readonly presentersDir: string
  /** Hex, of the file. */
  readonly dataSha256: string
}

/**
 * The stock presenters and those of a folder of one's own, in catalogue order.
 *
 * @throws RenderImpossible naming the file, the member and what to write, for every fault of a
 *   file; and when both folders have a presenter of the same id.
 */
export async function readCatalogue(stockDir: string, ownDir: string | null): Promise<PlacedPresenter[]> {
  const stock = await placedIn(stockDir)
  const own = ownDir === null ? [] : await placedIn(ownDir)
  const taken = own.find(({ presenter }) => stock.some((other) => other.presenter.id === presenter.id))
  if (taken) {
    throw new RenderImpossible(
      `${join(taken.presentersDir, taken.presenter.id)} has the id of a stock presenter; choose another id`,
    )
  }
  return [...stock, ...own].toSorted(
    (a, b) => a.presenter.order - b.presenter.order || (a.presenter.id < b.presenter.id ? -1 : 1),
  )
}

/** All presenters of a folder, one sub-folder each. */
async function placedIn(presentersDir: string): Promise<PlacedPresenter[]> {
  const entries = await readdir(presentersDir, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  return Promise.all(folders.map((id) => place(presentersDir, id)))
}

async function place(presentersDir: string, id: string): Promise<PlacedPresenter> {
  const { text, file } = await readPresenterText(presentersDir, id)
  const presenter = parseAnyPresenter(text, file)
  if (presenter.id !== id) {
    throw new RenderImpossible(`${file} has the id "${presenter.id}"; name its folder the same`)
  }
  return { presenter, presentersDir, dataSha256: createHash('sha256').update(text).digest('hex') }
}
