import type { Command } from 'commander'

import { print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** Adds the commands `secrets status | rotate | retire | payload-keys`. They also work while a master key is missing. */
export function addSecretCommands(program: Command, office: Office): void {
  const secrets = program
    .command('secrets')
    .description('Manage master keys and the data encrypted with them.')

  secrets
    .command('status')
    .description('Show the master keys that stored data depends on, and which ones can be dropped.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ secrets: stored }) => {
        const rows = (await stored.statuses()).map(({ id, role, sealedSecrets, apiKeys, apiKeysUsedAt }) => ({
          key: id,
          role,
          secrets: sealedSecrets,
          api_keys: apiKeys,
          all_used_since: apiKeysUsedAt?.toISOString() ?? null,
          can_be_dropped: role !== 'newest' && sealedSecrets + apiKeys === 0,
        }))
        print(options, rows)
      }),
    )

  secrets
    .command('rotate')
    .description('Re-encrypt every stored secret with the newest master key. Safe to repeat.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ secrets: stored }) => {
        const { masterKeyId, resealed, unopened } = await stored.rotate()
        const older = (await stored.statuses()).filter(({ role }) => role !== 'newest')
        const apiKeysLeft = older.reduce((sum, { apiKeys }) => sum + apiKeys, 0)
        print(options, { key: masterKeyId, resealed, unopened, api_keys_left: apiKeysLeft })
        if (unopened > 0) process.exitCode = 1
      }),
    )

  secrets
    .command('retire')
    .description(
      'Remove a master key that is no longer configured, and revoke the API keys that depend on it.',
    )
    .argument('<key>', '8 hexadecimal digits, from secrets status')
    .option(
      '--even-if-secrets-are-lost',
      'confirm that the key is lost, and with it all secrets that are encrypted with it',
    )
    .option('--json', 'print JSON')
    .action((id: string, options: { evenIfSecretsAreLost?: boolean } & OutputOptions) =>
      office(async ({ secrets: stored }) => {
        const revoked = await stored.retire(id, options.evenIfSecretsAreLost === true)
        print(options, { key: id, api_keys_revoked: revoked })
      }),
    )
  addPayloadKeysCommand(secrets, office)
}

/** Those of Temporal are the only keys that leave the service: external renderers have to read their jobs. */
function addPayloadKeysCommand(secrets: Command, office: Office): void {
  secrets
    .command('payload-keys')
    .description(
      'Print the keys that encrypt payloads in Temporal, newest first, for an external renderer (TEMPORAL_PAYLOAD_KEYS).',
    )
    .action(() =>
      office(async ({ payloadKeys }) => {
        process.stdout.write(`${payloadKeys.map(({ id, key }) => `${id}:${key}`).join(',')}\n`)
      }),
    )
}
