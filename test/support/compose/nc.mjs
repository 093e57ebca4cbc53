#!/usr/bin/env node
// As much of netcat as a health check asks for: `nc -z host port` ends well when the port takes connections.
import { connect } from 'node:net'

const [option, host, port] = process.argv.slice(2)
if (option !== '-z') throw new Error(`nc ${option} is not known here`)
connect(Number(port), host)
  .once('connect', () => process.exit(0))
  .once('error', () => process.exit(1))
