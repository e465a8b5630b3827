import { parseArgs } from 'node:util'
import { findByEmail } from '#server/features/account/credentials/queries.ts'
import { resetSecondFactor } from '#server/features/account/second-factor/change.ts'
import { explain, onDatabase } from './command.ts'
import { loadConfig, readEnvironment } from './config.ts'

/**
 * `npm run admin:reset-second-factor -- --email …`: for an administrator who lost phone and recovery codes.
 */

try {
  const config = loadConfig(readEnvironment())
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const email = values.email?.trim().toLowerCase()
  if (!email) throw new Error('Informe --email.')
  await onDatabase(config, async (deps) => {
    const account = await findByEmail(deps.db, email)
    if (!account) throw new Error('Não há conta com este e-mail.')
    await resetSecondFactor(deps, account.id)
  })
  process.stdout.write(
    `Verificação em duas etapas removida: ${email}. Entre com a senha e ative-a de novo.\n`,
  )
} catch (error) {
  process.stderr.write(`${explain(error, '--email')}\n`)
  process.exitCode = 1
}
