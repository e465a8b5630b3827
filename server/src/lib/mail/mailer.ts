import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import { LOGO_ID } from './layout.ts'

/** Drawn by `scripts/brand.ts`. */
const LOGO = {
  filename: 'largada.png',
  content: readFileSync(new URL('logo.png', import.meta.url)),
  cid: LOGO_ID,
  contentDisposition: 'inline',
} as const

interface Message {
  to: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /** Resolves when the message is handed over. Called from jobs, which retry when it throws. */
  send(message: Message): Promise<void>
}

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>

export const createMailer = (config: MailConfig): Mailer =>
  config.smtpUrl
    ? smtpMailer(config.smtpUrl, config.mailFrom)
    : fileMailer(mailDirectory(config), config.mailFrom)

export const mailDirectory = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'mail')

/** Removes messages that were written before `before`, where they are files. */
export async function removeOldMail(config: Pick<Config, 'dataDir'>, before: Date): Promise<void> {
  const directory = mailDirectory(config)
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name)
    if ((await stat(path)).mtime < before) await rm(path, { force: true })
  }
}

function smtpMailer(url: string, from: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  return {
    async send(message) {
      await transport.sendMail({ from, ...message, attachments: [LOGO] })
    },
  }
}

/** Writes each message as an .eml file. Names sort by time and contain no personal data. */
function fileMailer(directory: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(message) {
      const { message: content } = await transport.sendMail({ from, ...message, attachments: [LOGO] })
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
      const unfinished = join(directory, `.${name}`)
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await writeFile(unfinished, content as Buffer, { mode: 0o600 })
      await rename(unfinished, join(directory, `${name}.eml`))
    },
  }
}
