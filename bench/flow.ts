/** How steps follow one another: `npm run bench:flow`, some five minutes. */
import { bothSpeak } from './both-speak.ts'
import { printFigures } from './figure.ts'
import { lightWay } from './light-way.ts'
import { withServers } from './servers.ts'

await withServers(async (servers) => {
  printFigures([...(await lightWay(servers)), await bothSpeak(servers)])
})
