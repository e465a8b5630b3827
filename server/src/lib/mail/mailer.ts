import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { PlatformSeller } from '#contract/seller.ts'
import type { Config } from '#server/config.ts'
import { JOB_QUEUES } from '../jobs/queues.ts'
import { createTurns } from '../turns.ts'
import { withSeller } from './layout.ts'
import { mimeMessage } from './mime.ts'

interface Message {
  to: string
  subject: string
  html: string
  text: string
  /** An `.ics` file. */
  calendar?: string
  /** Without angle brackets. Mail programs show two messages with the same id as one. */
  messageId?: string
}

export interface Mailer {
  /** Handed to the mail server or written to disk. Called from jobs, which retry on errors. */
  send(message: Message): Promise<void>
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir' | 'seller'>

export const createMailer = (config: MailConfig): Mailer =>
  config.smtpUrl ? smtpMailer(config.smtpUrl, config) : fileMailer(mailDirectory(config), config)

export const mailDirectory = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'mail')

export async function removeOldMail(config: Pick<Config, 'dataDir'>, before: Date): Promise<void> {
  const directory = mailDirectory(config)
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    if ((await stat(path)).mtime < before) await rm(path, { force: true })
  }
}

interface Sender {
  mailFrom: string
  seller: PlatformSeller | null
}

const contentOf = (message: Message, { mailFrom, seller }: Sender) =>
  mimeMessage({ from: mailFrom, ...(seller ? withSeller(message, seller) : message) })

/** Many mail servers accept no more from one client. */
export const SMTP_CONNECTIONS = 8
/** The connection, its greeting and the server's silence, each with its own limit. */
const CONNECTION_MS = 10_000
const GREETING_MS = 10_000
const SILENCE_MS = 30_000
/** A message must not be sent when its job has ended and runs again. */
const LONGEST_WAIT_MS = JOB_QUEUES.mail.timeLimitMs - CONNECTION_MS - GREETING_MS - SILENCE_MS

/** All connections are in use: the message was not sent, and its job tries again. No failure of the server. */
export class ConnectionsInUse extends Error {
  constructor(cause: unknown) {
    super('all connections to the mail server are in use', { cause })
  }
}

function smtpMailer(url: string, sender: Sender): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
  })
  const turns = createTurns({ atOnce: SMTP_CONNECTIONS, waiting: JOB_QUEUES.mail.slots })
  return {
    async send(message) {
      const end = await turns.take('', AbortSignal.timeout(LONGEST_WAIT_MS)).catch((cause) => {
        throw new ConnectionsInUse(cause)
      })
      await transport.sendMail(contentOf(message, sender)).finally(end)
    },
  }
}

/** Names of .eml files sort by time and contain no personal data. */
function fileMailer(directory: string, sender: Sender): Mailer {
  return {
    async send(message) {
      const { raw } = contentOf(message, sender)
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
      const unfinished = join(directory, `.${name}`)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(unfinished, raw, { mode: 0o600 })
      await rename(unfinished, join(directory, `${name}.eml`))
    },
  }
}
