import cluster from 'node:cluster'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo/logins.ts'
import { type Config, loadConfig, readEnvironment } from './config.ts'
import { ConfigError } from './lib/environment.ts'
import { createLog } from './lib/log.ts'
import { builtWeb } from './lib/web.ts'
import { startServer } from './start.ts'

/** Hard limit for stopping, with the pause of `DRAIN_SECONDS`: a little more than all parts may take (`start.ts`). Also ends a start that hangs. */
const STOP_MS = 20_000

try {
  const config = loadConfig(readEnvironment())
  const starting = startServer(config, createLog(config.logLevel), builtWeb)

  // Also handled while starting. A second signal of the same kind kills the process at once.
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), config.drainMs + STOP_MS)
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  const { databaseLocation } = await starting
  // The web processes that it starts are part of it.
  if (cluster.isPrimary) announce(config, databaseLocation)
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

/** One sentence for expected errors, the stack for others. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'EADDRINUSE') return 'A porta já está em uso. Escolha outra com PORT.'
  const expected = error instanceof ConfigError || Object.getPrototypeOf(error) === Error.prototype
  return expected && !('code' in error) ? error.message : (error.stack ?? error.message)
}

function announce(config: Config, databaseLocation: string | null): void {
  const lines = [
    config.role === 'worker'
      ? 'Largada: este processo executa tarefas.'
      : `Largada está no ar: ${config.publicUrl}`,
    '',
  ]
  if (config.demo) {
    lines.push(`Contas de demonstração, senha ${DEMO_PASSWORD}:`)
    lines.push(...DEMO_LOGINS.map((email) => `  ${email}`))
  }
  if (databaseLocation) lines.push(`Banco de dados: PostgreSQL embutido, em ${databaseLocation}`)
  lines.push(
    config.smtpUrl
      ? 'E-mails: enviados pelo servidor de SMTP_URL'
      : `E-mails: arquivos em ${config.dataDir}/mail${config.demo ? `, visíveis em ${config.publicUrl}/dev/mail` : ''}`,
  )
  if (!config.demo && config.paymentGateway === 'sandbox')
    lines.push(
      'ATENÇÃO: PAYMENT_GATEWAY=sandbox é um ambiente de testes. Nenhum valor é cobrado, e quem abre a página de pagamento pode simulá-lo.',
    )
  process.stdout.write(`${lines.join('\n')}\n`)
}
