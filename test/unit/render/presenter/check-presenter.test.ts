import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkPresenter } from '../../../../src/presenters/check-presenter.ts'
import { readCatalogue } from '../../../../src/render/presenter/catalogue.ts'
import { presenterSchema } from '../../../../src/render/presenter/presenter-file.ts'

type Tree = { [member: string]: unknown }

describe('checking a presenter', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'check-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Maya's file under the id nora, changed by paths such as `look.hair.style`; undefined removes. */
  const written = async (changes: Readonly<Record<string, unknown>>, id = 'nora'): Promise<string> => {
    const content = JSON.parse(await readFile('presenters/maya/presenter.json', 'utf8')) as Tree
    content['id'] = id
    for (const [path, value] of Object.entries(changes)) {
      const names = path.split('.')
      const last = names.pop() ?? ''
      let place = content
      for (const name of names) place = place[name] as Tree
      place[last] = value
    }
    await mkdir(join(folder, id), { recursive: true })
    const file = join(folder, id, 'presenter.json')
    await writeFile(file, JSON.stringify(content))
    return file
  }

  test('every stock presenter is in order', async () => {
    const entries = await readdir('presenters', { withFileTypes: true })
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      expect(await checkPresenter(`presenters/${name}/presenter.json`), name).toEqual([])
    }
  })

  test('all faults are told at once, each with its member and what to write', async () => {
    const file = await written({
      'look.hair.style': 'mohawk',
      'look.head.jaw': 3,
      'look.eyes.size': 0.1,
      'look.nose': undefined,
      'look.skin.colour': '#ffffff',
      'look.lips.colour': 'red',
    })
    expect(await checkPresenter(file)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^look\.hair\.style: write one of lob, bob, long/u),
        'look.head.jaw: write a number up to 1.25',
        'look.eyes.size: write a number from 0.85 on',
        'look.nose: is missing: add an object in { }',
        expect.stringMatching(/^look\.skin: there is no member "colour" here/u),
        'look.lips.colour: write a colour as #rrggbb in lower case',
      ]),
    )
  })

  test('what is allowed but would look or sound wrong is told too', async () => {
    const file = await written({
      voiceId: 'flite:nobody',
      'look.lips.colour': '#f0c0a0',
      'look.earrings': { kind: 'hoop', colour: '#d9a648' },
      'look.watch': { strap: '#4a3224', case: '#a9b0b8' },
    })
    expect(await checkPresenter(file)).toEqual([
      expect.stringMatching(/^voiceId: there is no voice "flite:nobody"; voices: .*flite:slt/u),
      expect.stringMatching(/^look\.lips\.colour: .* would vanish/u),
      expect.stringMatching(/^look\.earrings: are hidden/u),
      expect.stringMatching(/^look\.watch: is hidden/u),
    ])
  })

  test('a file that is none, or in the folder of another, is told in a sentence', async () => {
    expect(await checkPresenter(join(folder, 'none.json'))).toEqual([
      expect.stringContaining('cannot be read'),
    ])
    await writeFile(join(folder, 'broken.json'), '{"id": ')
    expect(await checkPresenter(join(folder, 'broken.json'))).toEqual([
      expect.stringContaining('is not JSON'),
    ])
    const file = await written({ id: 'lena' })
    expect(await checkPresenter(file)).toEqual([
      expect.stringContaining('give its folder "nora" the same name'),
    ])
  })

  test('a presenter whom another renderer draws is asked for nothing of a look of ours', async () => {
    const file = await written({ renderer: 'robots', look: { shell: 'orange' } })
    expect(await checkPresenter(file)).toEqual([])
    const found = (await readCatalogue('presenters', folder)).find(({ presenter }) => presenter.id === 'nora')
    expect(found?.presenter).toMatchObject({ renderer: 'robots', look: { shell: 'orange' } })
    expect(found?.dataSha256).toMatch(/^[0-9a-f]{64}$/u)
    expect(await checkPresenter(await written({ renderer: 'house' }))).toEqual([
      expect.stringContaining('renderer: leave it out'),
    ])
    expect(await checkPresenter(await written({ renderer: '../queue' }))).toHaveLength(1)
  })

  test("one's own presenters come next to the stock ones, by their order", async () => {
    await written({ order: 0 })
    const catalogue = await readCatalogue('presenters', folder)
    expect(catalogue[0]).toMatchObject({ presenter: { id: 'nora' }, presentersDir: folder })
    expect(catalogue).toHaveLength(11)
  })

  test('a presenter of one own with the id of a stock one is refused', async () => {
    await written({}, 'omar')
    await expect(readCatalogue('presenters', folder)).rejects.toThrow('has the id of a stock presenter')
  })

  test('the schema for editors is the one that files are checked by', async () => {
    const checkedIn: unknown = JSON.parse(await readFile('presenters/presenter.schema.json', 'utf8'))
    expect(checkedIn).toEqual(JSON.parse(JSON.stringify(presenterSchema())))
  })

  test('every member of the schema has a row in the documentation', async () => {
    const text = await readFile('docs/presenters.md', 'utf8')
    const missing = membersOf(presenterSchema() as Node).filter((path) => !text.includes(`\`${path}\``))
    expect(missing).toEqual([])
  })
})

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
}

/** Paths of all members that hold a value, `look.` left out as in the tables. */
function membersOf(node: Node, path = ''): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const own = path === '' || path === 'look' ? name : `${path}.${name}`
    return child.properties ? membersOf(child, own) : [own]
  })
}
