import type { Command } from 'commander'

import { print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** `secrets status | rotate | retire`. These work also while a key is missing. */
export function addSecretCommands(program: Command, office: Office): void {
  const secrets = program.command('secrets').description('Master keys, and what is kept under each.')

  secrets
    .command('status')
    .description('Which master keys what is stored needs, and which can be dropped.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ secrets: stored }) => {
        const rows = (await stored.standings()).map(
          ({ id, role, sealedSecrets, apiKeys, apiKeysUsedAt }) => ({
            key: id,
            role,
            secrets: sealedSecrets,
            api_keys: apiKeys,
            all_used_since: apiKeysUsedAt?.toISOString() ?? null,
            can_be_dropped: role !== 'newest' && sealedSecrets + apiKeys === 0,
          }),
        )
        print(options, rows)
      }),
    )

  secrets
    .command('rotate')
    .description('Seal every stored secret under the newest master key. Safe to repeat.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ secrets: stored }) => {
        const { masterKeyId, resealed, unopened } = await stored.rotate()
        const older = (await stored.standings()).filter(({ role }) => role !== 'newest')
        const apiKeysLeft = older.reduce((sum, { apiKeys }) => sum + apiKeys, 0)
        print(options, { key: masterKeyId, resealed, unopened, api_keys_left: apiKeysLeft })
        if (unopened > 0) process.exitCode = 1
      }),
    )

  secrets
    .command('retire')
    .description('Forget a master key that will not be given any more; API keys still under it are revoked.')
    .argument('<key>', '8 hexadecimal digits, from secrets status')
    .option(
      '--even-if-secrets-are-lost',
      'the key is gone for good: secrets under it cannot be read any more',
    )
    .option('--json', 'print JSON')
    .action((id: string, options: { evenIfSecretsAreLost?: boolean } & OutputOptions) =>
      office(async ({ secrets: stored }) => {
        const revoked = await stored.retire(id, options.evenIfSecretsAreLost === true)
        print(options, { key: id, api_keys_revoked: revoked })
      }),
    )
}
