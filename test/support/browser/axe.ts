import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

import type { BrowserContext, Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const IN_PAGE = fileURLToPath(new URL('page-axe.js', import.meta.url))

/** Which rules: all, or those alone that depend on colours. */
export type AxeRules = 'all' | 'colours'

/** What axe has against a page. */
export interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** The ways of drawing texts and links whose colours have passed, on pages that this process has looked at. */
const passed = new Set<string>()

/** Prepares the pages of a context to be looked at by axe. */
export async function prepareForAxe(context: BrowserContext): Promise<void> {
  // Not as a script of the page, which its policy would refuse; and compiled where axe is asked for alone.
  const axe = `globalThis.loadAxe = () => {\n${readFileSync(AXE, 'utf8')}\n}`
  await context.addInitScript({ content: `${axe}\n${readFileSync(IN_PAGE, 'utf8')}` })
}

/** What axe has against a page as it is. */
export async function violationsOf(page: Page, rules: AxeRules): Promise<readonly Violation[]> {
  const ways = (await page.evaluate('accessibility.describe()')) as string[]
  const unknown = [...ways.keys()].filter((number) => !passed.has(ways[number]!))
  if (rules === 'colours' && unknown.length === 0) return []
  const look = `accessibility.look('${rules}', ${JSON.stringify(unknown)})`
  const found = (await page.evaluate(look)) as { violations: Violation[]; passed: number[] }
  for (const number of found.passed) passed.add(ways[number]!)
  return found.violations
}
