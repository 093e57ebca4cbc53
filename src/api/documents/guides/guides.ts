/** A text that is served as a page of the documentation. */
export interface Guide {
  /** Relative to the directory of the documentation. */
  readonly file: string
  readonly path: string
  /** In the menu, where it may be shorter than the title of the page. */
  readonly label: string
  readonly group: GuideGroup
}

/** Headings of the menu. The last is for those who run the service; the others are for those who use the API. */
export type GuideGroup = 'Start' | 'Guides' | 'Operating'

/** What changed in each release, for those who use the API and those who run it. */
export const CHANGELOG: Guide = {
  file: '../CHANGELOG.md',
  path: '/docs/changelog',
  label: 'Changelog',
  group: 'Guides',
}

/** All guides, in the order of the menu. */
export const GUIDES: readonly Guide[] = [
  { file: 'quickstart.md', path: '/docs', label: 'Quickstart', group: 'Start' },
  guide('going-live.md', 'Going live', 'Start'),
  guide('sdk.md', 'TypeScript SDK', 'Guides'),
  guide('sdk-python.md', 'Python SDK', 'Guides'),
  guide('cli.md', 'Command line', 'Guides'),
  guide('scripts.md', 'Scripts', 'Guides'),
  guide('options.md', 'Options', 'Guides'),
  guide('batches.md', 'Batches', 'Guides'),
  guide('waiting.md', 'Waiting', 'Guides'),
  guide('keys.md', 'API keys', 'Guides'),
  guide('test-keys.md', 'Test keys', 'Guides'),
  guide('webhooks.md', 'Webhooks', 'Guides'),
  {
    file: '../examples/README.md',
    path: '/docs/webhook-receivers',
    label: 'Webhook receivers',
    group: 'Guides',
  },
  guide('agents.md', 'Agents', 'Guides'),
  guide('idempotency.md', 'Idempotency', 'Guides'),
  guide('pagination.md', 'Pagination', 'Guides'),
  guide('errors.md', 'Errors', 'Guides'),
  guide('plans.md', 'Plans', 'Guides'),
  guide('limits.md', 'Limits', 'Guides'),
  guide('versioning.md', 'Versions and changes', 'Guides'),
  CHANGELOG,
  guide('voices.md', 'Voices', 'Guides'),
  guide('twins.md', 'Twins', 'Guides'),
  guide('provenance.md', 'Provenance', 'Guides'),
  guide('deployment.md', 'Deployment', 'Operating'),
  guide('kubernetes.md', 'Kubernetes', 'Operating'),
  guide('production.md', 'Production', 'Operating'),
  guide('application.md', 'Application', 'Operating'),
  guide('metrics.md', 'Metrics and probes', 'Operating'),
  guide('logs.md', 'Logs', 'Operating'),
  guide('traces.md', 'Traces', 'Operating'),
  guide('runbook.md', 'Runbook', 'Operating'),
  guide('database.md', 'Database', 'Operating'),
  guide('storage.md', 'Storage', 'Operating'),
  guide('temporal.md', 'Temporal', 'Operating'),
  guide('secrets.md', 'Secrets', 'Operating'),
  guide('moderation.md', 'Moderation', 'Operating'),
  guide('speech-engines.md', 'Speech engines', 'Operating'),
  guide('billing.md', 'Billing and plans', 'Operating'),
  guide('presenters.md', 'Your own presenters', 'Operating'),
  guide('renderer-port.md', 'Your own renderer', 'Operating'),
  guide('speed.md', 'Speed', 'Operating'),
]

/** Documents that guides link to and that are served as they are, by their path. */
export const LINKED_FILES: Readonly<Record<string, string>> = {
  '/docs/provenance.schema.json': 'provenance.schema.json',
  '/docs/renderer-contract.json': 'renderer-contract.json',
  '/docs/agent-skill/SKILL.md': '../examples/agent-skill/SKILL.md',
  '/docs/receivers/receiver.mjs': '../examples/webhook-receiver/node/receiver.mjs',
  '/docs/receivers/receiver.py': '../examples/webhook-receiver/python/receiver.py',
  '/docs/receivers/receiver.go': '../examples/webhook-receiver/go/receiver.go',
  '/docs/receivers/receiver.php': '../examples/webhook-receiver/php/receiver.php',
}

function guide(file: string, label: string, group: GuideGroup): Guide {
  return { file, path: `/docs/${file.replace('.md', '')}`, label, group }
}
