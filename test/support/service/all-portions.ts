/** All that comes in portions, to the last of them. */
export async function allOf<Item>(portions: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = []
  for await (const portion of portions) items.push(...portion)
  return items
}

/** The sum of numbers that come one after the other. */
export async function sumOf(numbers: AsyncIterable<number>): Promise<number> {
  let sum = 0
  for await (const number of numbers) sum += number
  return sum
}
