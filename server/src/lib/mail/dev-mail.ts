import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { momentIn } from '#contract/dates.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '../errors.ts'
import { type Html, html } from './html.ts'
import { mailDirectory } from './mailer.ts'

const LIST_LIMIT = 100

interface ById {
  Params: { id: string }
}

/** Only in the demo, because the messages contain links that give access to accounts. */
export function devMailRoutes(app: FastifyInstance, config: Config): void {
  if (!config.demo || config.smtpUrl) return
  const directory = mailDirectory(config)
  /** By message id: messages never change, and parsing a hundred takes a tenth of a second. */
  let entries = new Map<string, Html>()

  app.get('/dev/mail', async (_request, reply) => {
    const known = entries
    const listed = (await newestIds(directory)).map(
      async (id) => [id, known.get(id) ?? listEntry(id, await parse(directory, id))] as const,
    )
    entries = new Map(await Promise.all(listed))
    return sendHtml(reply, listPage([...entries.values()]).markup)
  })

  app.get<ById>('/dev/mail/:id', async ({ params }, reply) =>
    sendHtml(reply, messagePage({ id: params.id, email: await parse(directory, params.id) }).markup),
  )

  app.get<ById>('/dev/mail/:id/html', async ({ params }, reply) => {
    const email = await parse(directory, params.id)
    // No scripts, no external content; links open in the top window.
    reply.header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    )
    const shown = withPictures(email).replace('<head>', '<head><base target="_top">')
    return sendHtml(reply, shown)
  })

  app.get<ById>('/dev/mail/:id/raw', async ({ params }, reply) =>
    reply.type('text/plain; charset=utf-8').send(await read(directory, params.id)),
  )
}

const sendHtml = (reply: FastifyReply, page: string) =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)

async function newestIds(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => [])
  const ids = names.filter((name) => /^[\w-]+\.eml$/.test(name)).map((name) => name.slice(0, -'.eml'.length))
  return ids.sort().reverse().slice(0, LIST_LIMIT)
}

const parse = async (directory: string, id: string): Promise<Email> =>
  PostalMime.parse(await read(directory, id))

async function read(directory: string, id: string): Promise<Buffer> {
  if (!/^[\w-]+$/.test(id)) throw new AppError('not_found')
  try {
    return await readFile(join(directory, `${id}.eml`))
  } catch (error) {
    throw new AppError('not_found', { cause: error })
  }
}

/** Attached images become data URLs. */
const withPictures = ({ html: markup = '', attachments }: Email): string =>
  attachments.reduce((shown, { contentId, mimeType, content }) => {
    const cid = contentId?.replace(/^<|>$/g, '')
    const data = Buffer.from(content as ArrayBuffer).toString('base64')
    return cid ? shown.replaceAll(`cid:${cid}`, `data:${mimeType};base64,${data}`) : shown
  }, markup)

interface StoredMessage {
  id: string
  email: Email
}

const listEntry = (id: string, email: Email): Html => html`<li><a href="/dev/mail/${id}">
            <strong>${email.subject}</strong>
            <span>para ${recipients(email)}</span>
            <time datetime="${email.date}" class="soft">${when(email.date)}</time>
          </a></li>`

const listPage = (entries: Html[]): Html =>
  page(
    'E-mails enviados',
    entries.length === 0
      ? html`<p class="soft">Nenhum e-mail ainda. Crie uma conta ou faça uma inscrição, e ele aparece aqui.</p>`
      : html`<ol>${entries}</ol>`,
  )

const messagePage = ({ id, email }: StoredMessage): Html =>
  page(
    email.subject ?? 'Sem assunto',
    html`<p><a href="/dev/mail">Todos os e-mails</a> · <a href="/dev/mail/${id}/raw">Mensagem original</a></p>
    <p class="soft">De ${email.from?.address} para ${recipients(email)}, ${when(email.date)}</p>
    <iframe title="Mensagem" src="/dev/mail/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>
    <h2>Em texto</h2>
    <pre>${linked(email.text ?? '')}</pre>`,
  )

const recipients = (email: Email): string =>
  (email.to ?? [])
    .map(({ address }) => address)
    .filter(Boolean)
    .join(', ')

const when = (date: string | undefined): string => (date ? momentIn('America/Sao_Paulo', new Date(date)) : '')

/** The capture group puts addresses at odd indexes. */
const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, i) => (i % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`))

const page = (title: string, content: Html): Html => html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Largada</title>
<style>
  :root { color-scheme: light dark; --ink: light-dark(#1c1b19, #f1f1ef); --soft: light-dark(#66635e, #b9b9b5);
    --card: light-dark(#fff, #2b2c30); --line: light-dark(#e6e4e0, #3c3d42); --link: light-dark(#8f4600, #ffb266); }
  body { margin: 0; background: light-dark(#f7f7f6, #202124); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 820px; margin: 0 auto; padding: 32px 16px; }
  h1 { font-size: 24px; } h2 { font-size: 18px; }
  a { color: var(--link); } .soft { color: var(--soft); }
  ol { list-style: none; margin: 0; padding: 0; }
  li a { display: grid; gap: 2px; margin-bottom: 8px; padding: 14px 18px; background: var(--card);
    border: 1px solid var(--line); border-radius: 10px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
  li a:hover, li a:focus-visible { border-color: #e97504; }
  iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 10px; }
  pre { padding: 18px; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
    white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>
`
