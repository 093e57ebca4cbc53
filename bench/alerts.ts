/**
 * Each alert of `deploy/prometheus` by a real fault: `npm run bench:alerts` (as root, with Prometheus; an hour without
 * faults, then some 20 minutes).
 *
 * Two API processes, three workers, PostgreSQL, Temporal and Prometheus run as in production, with the rules and intervals of
 * `deploy/prometheus`. First a time with videos in which nothing is wrong, and no alert may fire. Then every fault is provoked,
 * and is mended when its alerts fire.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { dashboardExpressions } from '../scripts/support/dashboards/dashboards.ts'
import { askForVideo, endingCertificate, faultsOf, lateAudit, slowPools } from './alerts/faults.ts'
import type { Fault } from './alerts/faults.ts'
import { withGrounds } from './alerts/grounds.ts'
import type { Grounds } from './alerts/grounds.ts'
import { readRules } from './alerts/prometheus.ts'
import type { AlertLabels, Rule } from './alerts/prometheus.ts'

const { values } = parseArgs({
  options: {
    /** Minutes without a fault. */
    quiet: { type: 'string', default: '60' },
    /** Names of alerts whose faults alone are provoked. Default: all. */
    only: { type: 'string', multiple: true, default: [] },
  },
})

const LOOK_EVERY_MS = 1_000
/** Between the beginnings of two faults. */
const APART_MS = 3_000
const VIDEO_EVERY_MS = 20_000
/** An alert that has not fired or ended after this long does not. */
const MOST_SECONDS = 1_200

const rules = await readRules()
await withGrounds(async (grounds) => {
  await beQuiet(grounds, Number(values.quiet))
  const all = faultsOf(grounds).map(async (fault, index) => {
    // In their order: the first ones make videos that the next ones would keep from being made.
    await wait(index * APART_MS)
    return provoked(grounds, fault)
  })
  // The first two look back on an hour and on a quarter of an hour.
  await Promise.all(all.slice(2))
  const last = [lateAudit(grounds), endingCertificate(grounds), slowPools(grounds)]
  await Promise.all(last.map((fault) => provoked(grounds, fault)))
  await Promise.all(all)
  await askDashboards(grounds)
})

/** Asks every expression of the dashboards; says which have no series. */
async function askDashboards({ prometheus }: Grounds): Promise<void> {
  const expressions = dashboardExpressions()
  const without: string[] = []
  for (const expression of expressions)
    if ((await prometheus.seriesOf(expression)) === 0) without.push(expression)
  console.log(`\n${expressions.length} expressions of dashboards, ${without.length} of them without series.`)
  for (const expression of without) console.log(expression)
}

/** A video every so often; says which alerts fired. */
async function beQuiet({ api, key, prometheus }: Grounds, minutes: number): Promise<void> {
  const fired = new Set<string>()
  let [videos, nextVideoAt] = [0, 0]
  const until = performance.now() + minutes * 60_000
  while (performance.now() < until) {
    if (performance.now() >= nextVideoAt) {
      nextVideoAt = performance.now() + VIDEO_EVERY_MS
      if ((await askForVideo(api, key)) !== null) videos += 1
    }
    for (const { alertname } of await prometheus.firing()) fired.add(alertname)
    await wait(LOOK_EVERY_MS)
  }
  console.log(
    `Quiet for ${minutes} minutes with ${videos} videos; fired: ${[...fired].join(', ') || 'none'}.`,
  )
}

/** Provokes a fault, mends it once all its alerts fire, and says when they fired and ended. */
async function provoked({ prometheus }: Grounds, { what, alerts, provoke, mend }: Fault): Promise<void> {
  const isWanted = ({ alertname }: AlertLabels) => values.only.length === 0 || values.only.includes(alertname)
  if (!alerts.some(isWanted)) return
  const start = performance.now()
  const since = (from: number) => Math.round((performance.now() - from) / 1_000)
  await provoke()
  const begun = performance.now()
  const seen = alerts.map(async (alert) => {
    const hasFired = await untilFiring(prometheus, alert, true)
    return hasFired ? since(begun) : null
  })
  const fired = await Promise.all(seen)
  const mending = performance.now()
  await mend?.()
  const ends = alerts.map(async (alert, index) => {
    if (mend === null && alert.alertname === 'PresenterVideosLost') return 'an hour'
    if (fired[index] === null) return null
    return (await untilFiring(prometheus, alert, false)) ? since(mending) : null
  })
  const resolved = await Promise.all(ends)
  console.log(`\n${what} (provoked in ${Math.round((begun - start) / 1_000)} s)`)
  for (const [index, { alertname }] of alerts.entries())
    console.log(
      [
        `| ${alertname}`,
        `for ${ruleOf(alertname).forSeconds} s`,
        `fired after ${fired[index] ?? 'never'} s`,
        `resolved after ${resolved[index] ?? 'never'} s |`,
      ].join(' | '),
    )
}

function ruleOf(alertname: string): Rule {
  return rules.find(({ name }) => name === alertname)!
}

async function untilFiring(
  prometheus: Grounds['prometheus'],
  wanted: AlertLabels,
  isWanted: boolean,
): Promise<boolean> {
  const deadline = performance.now() + MOST_SECONDS * 1_000
  while (performance.now() < deadline) {
    const fires = (await prometheus.firing()).some(
      ({ alertname, instance, folder }) =>
        alertname === wanted.alertname &&
        (wanted.instance === undefined || instance === wanted.instance) &&
        (wanted.folder === undefined || folder === wanted.folder),
    )
    if (fires === isWanted) return true
    await wait(LOOK_EVERY_MS)
  }
  return false
}
