import cluster from 'node:cluster'
import { pino } from 'pino'
import { createLog } from '#server/lib/log.ts'
import { logEverything } from '#server/lib/process-log.ts'
import { builtWeb } from '#server/lib/web.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo/logins.ts'
import { type Config, loadConfig, readEnvironment } from './config.ts'
import { explainFailedStart } from './failed-start.ts'
import { startServer } from './start.ts'

/**
 * How long stopping may take after `DRAIN_SECONDS`, also while the process still starts: longer than the
 * limits of all parts (`start.ts`). The process then ends at once.
 */
const STOP_MS = 20_000

try {
  const config = loadConfig(readEnvironment())
  const log = createLog(config.logLevel)
  logEverything(log)
  const starting = startServer(config, log, () => builtWeb(config.releasesDir))

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
  // Only the primary process announces the address, not the web processes that it starts.
  if (cluster.isPrimary) announce(config, databaseLocation)
} catch (error) {
  reportFailedStart(error)
  process.exit(1)
}

/**
 * A sentence for a person at a terminal; elsewhere an entry of the log. An unexpected error keeps its stack.
 */
function reportFailedStart(error: unknown): void {
  const sentence = explainFailedStart(error)
  const stack = error instanceof Error ? error.stack : String(error)
  if (process.stderr.isTTY) process.stderr.write(`${sentence ?? stack}\n`)
  else {
    const log = createLog('fatal', pino.destination(2))
    if (sentence) log.fatal(sentence)
    else log.fatal({ err: error }, 'the start failed')
  }
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
  if (config.seller === null)
    lines.push(
      'ATENÇÃO: faltam os dados legais da empresa (LEGAL_NAME, LEGAL_DOCUMENT, LEGAL_ADDRESS, LEGAL_EMAIL). Sem eles nenhum evento pode ser aberto.',
    )
  if (!config.demo && config.paymentGateway === 'sandbox')
    lines.push(
      'ATENÇÃO: PAYMENT_GATEWAY=sandbox é um ambiente de testes. Nenhum valor é cobrado, e quem abre a página de pagamento pode simulá-lo.',
    )
  if (process.stdout.isTTY) process.stdout.write(`${lines.join('\n')}\n`)
  // Whatever LOG_LEVEL says.
  else createLog('info').info(lines.join('\n'))
}
