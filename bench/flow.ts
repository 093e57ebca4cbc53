/** How steps follow one another: `npm run bench:flow`, some five minutes. */
import { bothSpeak } from './support/both-speak.ts'
import { printFigures } from './support/figure.ts'
import { lightWay } from './support/frames/light-way.ts'
import { withServers } from './support/servers.ts'

await withServers(async (servers) => {
  printFigures([...(await lightWay(servers)), await bothSpeak(servers)])
})
