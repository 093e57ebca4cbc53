/** A member of a class in Python. */
export interface Member {
  readonly name: string
  /** One line, or some whose later ones are not indented yet. */
  readonly type: string
  readonly doc: string | undefined
  readonly isRequired: boolean
}

/** A class of data: what the API returns (`Model`), or what it takes (`TypedDict`). */
export interface PythonClass {
  readonly name: string
  readonly kind: 'Model' | 'TypedDict'
  readonly doc: string | undefined
  readonly members: readonly Member[]
}

const LINE = 100
/** Words of Python that no member can be named by, and the name of what every model has. */
const TAKEN = new Set([
  'class',
  'def',
  'for',
  'from',
  'global',
  'import',
  'in',
  'is',
  'lambda',
  'pass',
  'raw',
])

/** The text of a class. @throws when a member cannot have its name in Python. */
export function pythonClass({ name, kind, doc = name, members }: PythonClass): string {
  const taken = members.find((member) => TAKEN.has(member.name))
  if (taken) throw new Error(`${name}.${taken.name} needs another name in Python.`)
  if (kind === 'Model') {
    const lines = members.map((member) => memberLines(member, member.isRequired ? '' : ' = None'))
    return `@dataclass(frozen=True, kw_only=True)\nclass ${name}(Model):\n${docstring(doc, '    ')}\n${lines.join('')}`
  }
  return typedDict(name, doc, members)
}

/** Members that must be there are those of a class of their own: `Required` came with Python 3.11. */
function typedDict(name: string, doc: string, members: readonly Member[]): string {
  const required = members.filter(({ isRequired }) => isRequired)
  const optional = members.filter(({ isRequired }) => !isRequired)
  const body = (some: readonly Member[]) => some.map((member) => memberLines(member, '')).join('')
  if (optional.length === 0) return `class ${name}(TypedDict):\n${docstring(doc, '    ')}\n${body(required)}`
  if (required.length === 0)
    return `class ${name}(TypedDict, total=False):\n${docstring(doc, '    ')}\n${body(optional)}`
  return (
    `class _${name}(TypedDict):\n${body(required)}\n\n` +
    `class ${name}(_${name}, total=False):\n${docstring(doc, '    ')}\n${body(optional)}`
  )
}

function memberLines({ name, type, doc }: Member, ending: string): string {
  const whole = ending === '' || type.endsWith('None') ? type : `${type} | None`
  const lines = `${name}: ${whole}${ending}`.split('\n').map((line) => `    ${line}\n`)
  return lines.join('') + (doc === undefined ? '' : docstring(doc, '    '))
}

/** What is written below a name, in lines as long as all others. @param text of the description, whose null is None. */
export function docstring(text: string, indent = ''): string {
  const inPython = text.replaceAll('\\', '\\\\').replaceAll(/\bnull\b/giu, 'None')
  const lines: string[] = []
  for (const word of `"""${inPython}"""`.split(/\s+/u)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + word.length < LINE) lines.push(`${lines.pop()!} ${word}`)
    else lines.push(indent + word)
  }
  return `${lines.join('\n')}\n`
}
