// Runs Prometheus as its image does. In a network of Docker, names lead to the containers of a service; here OPS_PORTS has the
// port for operators of each service, and the configuration is changed to it before Prometheus reads it.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

import { parse, stringify } from 'yaml'

const ports = JSON.parse(process.env.OPS_PORTS)
const args = process.argv.slice(2)
const file = args.find((arg) => arg.startsWith('--config.file=')).slice('--config.file='.length)

const config = parse(readFileSync(file, 'utf8'))
for (const scrape of config.scrape_configs) {
  const names = scrape.dns_sd_configs.flatMap((found) => found.names)
  delete scrape.dns_sd_configs
  scrape.static_configs = names.map((service) => ({
    targets: [`127.0.0.1:${ports[service]}`],
    labels: { service },
  }))
}
writeFileSync(file, stringify(config))

const child = spawn('prometheus', args, { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)))
