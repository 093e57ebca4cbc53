/** As much of a schema as types are made of. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly 'x-extensible-enum'?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | false
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** `list_videos`, `listVideos` → `ListVideos`. */
export function pascal(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** The values that a string can have, as far as they are known. */
export function enumeration(schema: Schema): readonly string[] | undefined {
  return schema.enum ?? schema['x-extensible-enum']
}

/** One of some strings, on lines of their own when there are many. */
export function literal(values: readonly string[]): string {
  const quoted = values.map((value) => JSON.stringify(value))
  const line = `Literal[${quoted.join(', ')}]`
  return line.length <= 60 ? line : `Literal[\n${quoted.map((value) => `    ${value},`).join('\n')}\n]`
}

/** Names the types of Python that schemas stand for. */
export class PythonNames {
  /** Objects that have no name in the description, by the one that they are given. */
  readonly inner = new Map<string, Schema>()
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #use: 'takes' | 'returns'

  /** @param use what the API returns may have values that are not known yet; what it takes may not. */
  constructor(schemas: Readonly<Record<string, Schema>>, use: 'takes' | 'returns') {
    this.#schemas = schemas
    this.#use = use
  }

  /** @param name for an object without one. */
  typeOf(schema: Schema, name = ''): string {
    if (schema.$ref !== undefined) return this.#named(schema.$ref.split('/').at(-1)!)
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
    const all = schema.anyOf
      ? schema.anyOf.map((part) => this.typeOf(part, name))
      : types.map((type) => this.#simple(schema, type, name))
    // None last, as it is written by hand.
    return [...new Set(all.filter((one) => one !== 'None')), ...(all.includes('None') ? ['None'] : [])].join(
      ' | ',
    )
  }

  #named(name: string): string {
    const schema = this.#schemas[name]!
    return schema.properties !== undefined || enumeration(schema) ? name : this.typeOf(schema)
  }

  #simple(schema: Schema, type: string, name: string): string {
    if (type === 'array') return this.#list(schema.items!, name.replace(/s$/u, ''))
    if (type === 'object' && schema.additionalProperties)
      return `Mapping[str, ${this.typeOf(schema.additionalProperties, name)}]`
    if (type === 'object') {
      this.inner.set(name, schema)
      return name
    }
    return type === 'string' ? this.#string(schema) : SIMPLE[type]!
  }

  #list(items: Schema, name: string): string {
    return this.#use === 'takes'
      ? `Sequence[${this.typeOf(items)}]`
      : `tuple[${this.typeOf(items, name)}, ...]`
  }

  #string(schema: Schema): string {
    const values = enumeration(schema)
    if (values) return this.#use === 'takes' ? literal(values) : `${literal(values)} | str`
    if (schema.format === 'date') return 'datetime.date'
    if (schema.format !== 'date-time') return 'str'
    return this.#use === 'takes' ? 'datetime.datetime | str' : 'datetime.datetime'
  }
}
