import type { Browser, BrowserContext, CDPSession } from 'playwright-core'

/** How many times slower than it is the processor looks to the page. */
const SLOWED = 4
const SIZE = { width: 1280, height: 800 }

/** What a signed-in browser sends. */
export type Cookie = Parameters<BrowserContext['addCookies']>[0][number]

/** What one visit with an empty cache cost. */
export interface Visit {
  /** Of the largest picture or text that the window showed at first, from the start of the navigation. */
  readonly largestPaintMs: number
  readonly firstPaintMs: number
  /** What the largest was: its tag, and how its text begins. */
  readonly largest: string
  /** How much what was already shown moved: 0 is nothing, below 0.1 is good (Cumulative Layout Shift). */
  readonly layoutShift: number
  /** Compressed, with headers. */
  readonly scriptBytes: number
  readonly scripts: number
  /** Of everything but films, of which the browser takes as much as it likes. */
  readonly allBytes: number
}

/** Runs in the page, before its own scripts. */
const WATCH = `
window.figures = { largestPaintMs: 0, largest: '', layoutShift: 0 }
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const words = entry.url || entry.element?.textContent.slice(0, 24) || ''
    figures.largestPaintMs = entry.startTime
    figures.largest = (entry.element?.localName ?? '') + ' ' + words.replace(location.origin, '').slice(0, 40)
  }
}).observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) figures.layoutShift += entry.value
}).observe({ type: 'layout-shift', buffered: true })
`
const FIGURES = `({
  ...figures,
  firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
})`

/** Visits a page as somebody does who was never here: nothing cached, a slow processor, until nothing is on its way. */
export async function visit(browser: Browser, url: string, cookies: readonly Cookie[]): Promise<Visit> {
  const context = await browser.newContext({ viewport: SIZE })
  try {
    await context.addCookies([...cookies])
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    const bytes = await countBytes(devtools)
    await page.addInitScript(WATCH)
    await page.goto(url)
    await page.locator('h1').first().waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const figures: Omit<Visit, 'scriptBytes' | 'scripts' | 'allBytes'> = await page.evaluate(FIGURES)
    return { ...figures, ...bytes }
  } finally {
    await context.close()
  }
}

/** Counts from now on what comes over the network. */
async function countBytes(devtools: CDPSession) {
  const counted = { scriptBytes: 0, scripts: 0, allBytes: 0 }
  const types = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    types.set(requestId, new URL(response.url).pathname.endsWith('.js') ? 'Script' : type)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type !== 'Media') counted.allBytes += encodedDataLength
    if (type !== 'Script') return
    counted.scriptBytes += encodedDataLength
    counted.scripts += 1
  })
  await devtools.send('Network.enable')
  return counted
}
