import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { startTcpProxy } from '../http/tcp-proxy.ts'
import type { TcpProxy } from '../http/tcp-proxy.ts'

/**
 * A network of machines on this one: each has a namespace with one address of its own and no way out but to the
 * others and to what is offered to them. Where namespaces cannot be made, all machines share this one's loopback.
 */
export interface MachineNetwork {
  /** False: the machines share the loopback, because this user may not make namespaces. */
  readonly separate: boolean
  /** Adds a machine. @param name At most eight characters. */
  add(name: string): Promise<NetworkPlace>
  /** Offers a server of this machine (host:port) to the others; what they are to call, as something to break. */
  offer(server: string): Promise<TcpProxy>
  /** Removes the network; the machines' processes have ended. */
  close(): Promise<void>
}

/** Where a machine stands in the network. */
export interface NetworkPlace {
  /** Its address, as this machine and the others call it. */
  readonly address: string
  /** The command line that runs a command there. */
  inside(command: readonly string[]): readonly string[]
}

const LOOPBACK = '127.0.0.1'
const run = promisify(execFile)
const ip = (line: string) => run('ip', line.split(' '))

/** Makes a network, in namespaces where this user may. */
export async function openNetwork(): Promise<MachineNetwork> {
  const number = process.pid % 200
  const bridge = `machines${number}`
  const separate = await ip(`link add ${bridge} type bridge`).then(
    () => true,
    () => false,
  )
  const own = separate ? `10.213.${number}.1` : LOOPBACK
  if (separate) {
    await ip(`addr add ${own}/24 dev ${bridge}`)
    await ip(`link set ${bridge} up`)
  }
  const namespaces: string[] = []
  const offers: TcpProxy[] = []

  return {
    separate,
    async add(name) {
      if (!separate) return { address: LOOPBACK, inside: (command) => command }
      const namespace = `${bridge}-${name}`
      const address = `10.213.${number}.${namespaces.length + 2}`
      await ip(`netns add ${namespace}`)
      namespaces.push(namespace)
      const cable = `m${number}-${namespaces.length}`
      await ip(`link add ${cable} type veth peer name eth0 netns ${namespace}`)
      await ip(`link set ${cable} master ${bridge} up`)
      await ip(`-n ${namespace} addr add ${address}/24 dev eth0`)
      for (const device of ['eth0', 'lo']) await ip(`-n ${namespace} link set ${device} up`)
      return { address, inside: (command) => ['ip', 'netns', 'exec', namespace, ...command] }
    },
    async offer(server) {
      const proxy = await startTcpProxy(server, undefined, own)
      offers.push(proxy)
      return proxy
    },
    async close() {
      for (const offer of offers) await offer.stop()
      for (const namespace of namespaces) await ip(`netns del ${namespace}`)
      if (separate) await ip(`link del ${bridge}`)
    },
  }
}
