import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime from 'postal-mime'
import type { Config } from '../../config.ts'
import { AppError } from '../errors.ts'
import { listPage, messagePage, type StoredMessage } from './dev-mail-pages.ts'
import { mailDirectory } from './mailer.ts'

const LIST_LIMIT = 100

interface ById {
  Params: { id: string }
}

/** What the product wrote to people, for whoever tries the demo. Only there: the messages carry links that open accounts. */
export function devMailRoutes(app: FastifyInstance, config: Config): void {
  if (!config.demo || config.smtpUrl) return
  const directory = mailDirectory(config)

  app.get('/dev/mail', async (_request, reply) =>
    sendHtml(reply, listPage(await listMessages(directory)).markup),
  )

  app.get<ById>('/dev/mail/:id', async ({ params }, reply) =>
    sendHtml(
      reply,
      messagePage({ id: params.id, email: await PostalMime.parse(await read(directory, params.id)) }).markup,
    ),
  )

  app.get<ById>('/dev/mail/:id/html', async ({ params }, reply) => {
    const email = await PostalMime.parse(await read(directory, params.id))
    // A message runs no script and loads nothing; its links open in the whole window, not in its frame.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    )
    return sendHtml(reply, (email.html ?? '').replace('<head>', '<head><base target="_top">'))
  })

  app.get<ById>('/dev/mail/:id/raw', async ({ params }, reply) =>
    reply.type('text/plain; charset=utf-8').send(await read(directory, params.id)),
  )
}

const sendHtml = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)

async function listMessages(directory: string): Promise<StoredMessage[]> {
  const names = await readdir(directory).catch(() => [])
  const ids = names.filter((name) => /^[\w-]+\.eml$/.test(name)).map((name) => name.slice(0, -'.eml'.length))
  const newest = ids.sort().reverse().slice(0, LIST_LIMIT)
  return Promise.all(
    newest.map(async (id) => ({ id, email: await PostalMime.parse(await read(directory, id)) })),
  )
}

async function read(directory: string, id: string): Promise<Buffer> {
  if (!/^[\w-]+$/.test(id)) throw new AppError('not_found')
  try {
    return await readFile(join(directory, `${id}.eml`))
  } catch (error) {
    throw new AppError('not_found', { cause: error })
  }
}
