import go from '../../../../examples/webhook-receiver/go/receiver.go?raw'
// oxlint-disable-next-line import/default -- with `?raw` it is the text of the file
import node from '../../../../examples/webhook-receiver/node/receiver.mjs?raw'
import php from '../../../../examples/webhook-receiver/php/receiver.php?raw'
import python from '../../../../examples/webhook-receiver/python/receiver.py?raw'

/** Webhook receivers to copy: the examples themselves, which the tests run against real deliveries. */
export const RECEIVERS = [
  { id: 'node', label: 'Node.js', file: 'receiver.mjs', run: 'node receiver.mjs', code: node },
  { id: 'python', label: 'Python', file: 'receiver.py', run: 'python3 receiver.py', code: python },
  { id: 'go', label: 'Go', file: 'receiver.go', run: 'go run receiver.go', code: go },
  { id: 'php', label: 'PHP', file: 'receiver.php', run: 'php -S 127.0.0.1:3000 receiver.php', code: php },
] as const
