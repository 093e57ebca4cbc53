import type { Command } from 'commander'

import type { Account } from '../domain/account/account.ts'
import { invalidFields } from '../domain/error/errors.ts'
import { ACCOUNT_HELP, findAccount, print } from './office.ts'
import type { Office, OutputOptions } from './office.ts'

/** Adds the commands `accounts create | list | rename | set-plan`. */
export function addAccountCommands(program: Command, office: Office): void {
  const accounts = program.command('accounts').description('Manage accounts and their plans.')

  accounts
    .command('create')
    .description('Create an account and show its webhook secret, which is shown only once.')
    .requiredOption('--email <email>', 'unique email address of the account')
    .requiredOption('--name <name>', 'name of the person or company')
    .requiredOption('--plan <plan>', 'free, starter, growth or scale')
    .option('--json', 'print JSON')
    .action((options: { email: string; name: string; plan: string } & OutputOptions) =>
      office(async ({ createAccount }) => {
        if (!/^[^\s@]+@[^\s@]+$/.test(options.email)) {
          throw invalidFields({
            email: { code: 'invalid', message: `"${options.email}" is not a valid email address.` },
          })
        }
        const { email, name, plan: planId } = options
        const { account, webhookSecret } = await createAccount({ email, name, planId })
        print(options, { ...accountRow(account), webhook_secret: webhookSecret })
      }),
    )

  accounts
    .command('list')
    .description('List all accounts with their remaining allowance.')
    .option('--json', 'print JSON')
    .action((options: OutputOptions) =>
      office(async ({ accounts: store }) => {
        const rows = []
        for (const account of await store.list()) {
          const { remainingSeconds } = await store.allowance(account)
          rows.push({ ...accountRow(account), remaining_video_seconds: remainingSeconds })
        }
        print(options, rows)
      }),
    )

  addChangeCommands(accounts, office)
}

/** What changes one account. */
function addChangeCommands(accounts: Command, office: Office): void {
  accounts
    .command('rename')
    .description('Change the name of an account.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--name <name>', 'name of the person or company')
    .option('--json', 'print JSON')
    .action((options: { account: string; name: string } & OutputOptions) =>
      office(async (administration) => {
        const { id: accountId } = await findAccount(administration, options.account)
        await administration.accounts.rename(accountId, options.name)
        print(options, accountRow(await findAccount(administration, accountId)))
      }),
    )

  accounts
    .command('set-plan')
    .description('Change the plan of an account immediately, and adjust the allowance of the current period.')
    .requiredOption('--account <account>', ACCOUNT_HELP)
    .requiredOption('--plan <plan>', 'free, starter, growth or scale')
    .option('--json', 'print JSON')
    .action((options: { account: string; plan: string } & OutputOptions) =>
      office(async (administration) => {
        const { id: accountId } = await findAccount(administration, options.account)
        await administration.changePlan({ accountId, planId: options.plan })
        print(options, accountRow(await findAccount(administration, accountId)))
      }),
    )
}

function accountRow(account: Account): object {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: account.planId,
    created_at: account.createdAt.toISOString(),
  }
}
