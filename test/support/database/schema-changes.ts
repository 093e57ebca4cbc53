import type pg from 'pg'

/** What a schema offers to the programs that use it, and what it demands of them. */
export interface SchemaFacts {
  /** Tables, columns with their types, functions and unique keys, each a sentence. */
  readonly offers: ReadonlySet<string>
  readonly demands: readonly Demand[]
}

/** A rule that what is written has to keep. */
interface Demand {
  readonly says: string
  readonly relation: string
  /** Those that the rule is about; null where the whole row is. */
  readonly columns: readonly string[] | null
}

const OURS = `n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migrations'`

const OFFERS = `
  select 'table ' || relname as says from pg_class c join pg_namespace n on n.oid = relnamespace where ${OURS}
  union all
  select 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
  from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
  where ${OURS} and attnum > 0 and not attisdropped
  union all
  select 'null in ' || relname || '.' || attname
  from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
  where ${OURS} and attnum > 0 and not attisdropped and not attnotnull
  union all
  select 'unique ' || c.relname || ' ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '')
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = relnamespace
  where ${OURS} and indisunique
  union all
  select 'function ' || proname || '(' || pg_get_function_identity_arguments(p.oid) || ') returns ' || pg_get_function_result(p.oid)
  from pg_proc p join pg_namespace n on n.oid = pronamespace where n.nspname = 'public'`

const DEMANDS = `
  select relname || '.' || attname || ' has to be given' as says, relname as relation, null::text[] as columns
  from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
  where ${OURS} and attnum > 0 and not attisdropped and attnotnull and not atthasdef and attidentity = ''
  union all
  select relname || ': ' || pg_get_constraintdef(k.oid), relname,
    (select array_agg(attname::text) from pg_attribute where attrelid = conrelid and attnum = any (conkey))
  from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
  where ${OURS} and contype in ('c', 'f', 'x')
  union all
  select c.relname || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', 'unique '), c.relname,
    (select array_agg(attname::text) from pg_attribute where attrelid = i.indrelid and attnum = any (i.indkey))
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = relnamespace
  where ${OURS} and indisunique`

/** Reads them from the database of a connection, also in the middle of a transaction. */
export async function schemaFacts(client: pg.Client): Promise<SchemaFacts> {
  const { rows: offers } = await client.query<{ says: string }>(OFFERS)
  const { rows: demands } = await client.query<Demand>(DEMANDS)
  return { offers: new Set(offers.map(({ says }) => says)), demands }
}

/**
 * What programs that were made for one schema may stumble over in a later one: something they use is gone, or what they
 * write is refused. What is new is no matter to them, unless they would have to fill it.
 *
 * It sees structure alone. That a function of the same name does the same, and that a value means the same, is for people to
 * see.
 */
export function breakingChanges(older: SchemaFacts, newer: SchemaFacts): string[] {
  const gone = [...older.offers].filter((offer) => !newer.offers.has(offer)).map((offer) => `gone: ${offer}`)
  const known = new Set(older.demands.map(({ says }) => says))
  const columns = [...older.offers].map((offer) => /^column (\S+)/u.exec(offer)?.[1])
  const concernsOlder = ({ relation, columns: of }: Demand) =>
    older.offers.has(`table ${relation}`) &&
    (of === null || of.every((name) => columns.includes(`${relation}.${name}`)))
  const demanded = newer.demands
    .filter((demand) => !known.has(demand.says) && concernsOlder(demand))
    .map(({ says }) => `demanded: ${says}`)
  return [...gone, ...demanded].toSorted()
}
