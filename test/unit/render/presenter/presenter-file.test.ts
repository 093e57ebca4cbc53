import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readPresenter, readPresenters } from '../../../../src/render/presenter/presenter-file.ts'

interface Content {
  id: string
  look: { skin: Record<string, unknown>; head: Record<string, unknown> }
  [member: string]: unknown
}

describe('presenter files', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'presenters-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Writes Maya's file under a name, changed. */
  const write = async (id: string, change: (content: Content) => void) => {
    const content = JSON.parse(await readFile('presenters/maya/presenter.json', 'utf8')) as Content
    content.id = id
    change(content)
    await mkdir(join(folder, id), { recursive: true })
    await writeFile(join(folder, id, 'presenter.json'), JSON.stringify(content))
  }

  test('the checked-in presenters can be read, in catalogue order', async () => {
    const presenters = await readPresenters('presenters')
    expect(presenters.map(({ id }) => id).slice(0, 2)).toEqual(['maya', 'omar'])
    expect(presenters[0]).toMatchObject({
      name: 'Maya Lindqvist',
      role: 'Product Education',
      voiceId: 'kokoro:heart',
    })
  })

  test('no two presenters share a head', async () => {
    const heads = (await readPresenters('presenters')).map(({ look }) =>
      JSON.stringify([look.head, look.hair]),
    )
    expect(new Set(heads).size).toBe(heads.length)
  })

  test('a fault is told with its file, its member and what to write', async () => {
    await write('nora', (content) => {
      content.look.skin['tone'] = 'brown'
    })
    const reading = readPresenter(folder, 'nora')
    await expect(reading).rejects.toMatchObject({ name: 'RenderImpossible' })
    await expect(reading).rejects.toThrow(join(folder, 'nora', 'presenter.json'))
    await expect(reading).rejects.toThrow('look.skin.tone: write a colour as #rrggbb')
  })

  test('all faults of a file are told at once', async () => {
    await write('nora', (content) => {
      content.look.head['jaw'] = 3
      content['voiceId'] = 'nobody'
    })
    const reading = readPresenter(folder, 'nora')
    await expect(reading).rejects.toThrow('look.head.jaw')
    await expect(reading).rejects.toThrow('voiceId: write a voice as engine:voice')
  })

  test('a member that nobody knows is refused, so that a slip of the pen is seen', async () => {
    await write('nora', (content) => {
      content.look.head['jawWidth'] = 1
    })
    await expect(readPresenter(folder, 'nora')).rejects.toThrow('jawWidth')
  })

  test('a file in the folder of another presenter is refused', async () => {
    await write('nora', (content) => {
      content.id = 'lena'
    })
    await expect(readPresenter(folder, 'nora')).rejects.toThrow('name its folder the same')
  })

  test('an unknown presenter and a file that is no JSON can be told from a fault of the machine', async () => {
    await expect(readPresenter(folder, 'nobody')).rejects.toMatchObject({ name: 'RenderImpossible' })
    await mkdir(join(folder, 'nora'))
    await writeFile(join(folder, 'nora', 'presenter.json'), '{')
    await expect(readPresenter(folder, 'nora')).rejects.toMatchObject({ name: 'RenderImpossible' })
  })
})
