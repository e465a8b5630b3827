import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createAdministrator } from '#server/features/account/create-user.ts'
import { explain, onDatabase } from './command.ts'
import { loadConfig, readEnvironment } from './config.ts'

/**
 * `npm run admin:create -- --email … --name …`: asks for missing values; the password may be set in
 * ADMIN_PASSWORD.
 */

try {
  const environment = readEnvironment()
  const config = loadConfig(environment)
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } })
  const given = {
    name: values.name ?? (await ask('Nome: ')),
    email: values.email ?? (await ask('E-mail: ')),
    password: environment.ADMIN_PASSWORD || (await ask('Senha (ao menos 8 caracteres): ', { hidden: true })),
  }
  const { email } = await onDatabase(config, (deps) => createAdministrator(deps, given))
  process.stdout.write(`Administrador criado: ${email}. Entre em ${config.publicUrl}/login\n`)
} catch (error) {
  process.stderr.write(`${explain(error, '--email e --name')}\n`)
  process.exitCode = 1
}

async function ask(question: string, { hidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Informe --email, --name e a variável ADMIN_PASSWORD: não há terminal para perguntar.')
  if (hidden) process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({
    input: process.stdin,
    output: hidden ? nowhere : process.stdout,
    terminal: true,
  })
  try {
    terminal.once('SIGINT', () => process.exit(130))
    return await terminal.question(hidden ? '' : question)
  } finally {
    terminal.close()
    if (hidden) process.stdout.write('\n')
  }
}
