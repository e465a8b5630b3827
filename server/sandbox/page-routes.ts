import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Html } from '#server/lib/mail/html.ts'
import { type CardForm, groupedCardNumber, readCard, TEST_CARDS } from './cards.ts'
import { payByCard, simulate } from './change-charge.ts'
import { isSimulation } from './charge-life.ts'
import { type CardAttempt, chargePage } from './page/charge-page.ts'
import { missingPage, refundPage } from './page/layout.ts'
import { findCharge, findRefund } from './queries.ts'
import { finishRefund } from './refund-charge.ts'

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const BLANK: CardForm = { number: '', name: '', expiry: '', cvv: '' }

interface ById {
  Params: { id: string }
}
interface Button {
  Params: { id: string; button: string }
}

/** The page that simulates the bank, and its actions. It works without JavaScript: every button is a form. */
export async function sandboxPageRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  const style = await serveStyle(scope)
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  async function show(reply: FastifyReply, id: string, attempt: CardAttempt, status = 200) {
    const charge = await findCharge(deps.db, id)
    if (!charge) return sendPage(reply, 404, missingPage(style))
    return sendPage(reply, status, chargePage(charge, { now: deps.clock.now(), style, attempt }))
  }

  scope.get<ById & { Querystring: { cartao?: string } }>('/pagar/:id', ({ params, query }, reply) =>
    show(reply, params.id, { form: filledForm(query.cartao, deps.clock.now()), errors: {} }),
  )

  scope.post<ById & { Body: Partial<CardForm> | undefined }>(
    '/pagar/:id/cartao',
    async ({ params, body }, reply) => {
      const form = { ...BLANK, ...body }
      const read = readCard(form, deps.clock.now())
      // The CVV is never sent back.
      if ('errors' in read)
        return show(reply, params.id, { form: { ...form, cvv: '' }, errors: read.errors }, 422)
      await payByCard(deps, params.id, read.card)
      return backToPage(reply, params.id)
    },
  )

  scope.post<Button>('/pagar/:id/:button', async ({ params: { id, button } }, reply) => {
    if (!isSimulation(button)) return sendPage(reply, 404, missingPage(style))
    await simulate(deps, id, button)
    return backToPage(reply, id)
  })

  scope.get<ById>('/devolver/:id', async ({ params }, reply) => {
    const refund = await findRefund(deps.db, params.id)
    return refund ? sendPage(reply, 200, refundPage(refund, style)) : sendPage(reply, 404, missingPage(style))
  })

  scope.post<Button>(
    '/devolver/:id/:button(^aceitar|recusar$)',
    async ({ params: { id, button } }, reply) => {
      await finishRefund(deps, id, button === 'aceitar')
      return reply.redirect(`/sandbox/devolver/${encodeURIComponent(id)}`, 303)
    },
  )
}

/** Serves the style with immutable caching, and returns its address, which changes with its content. */
async function serveStyle(scope: FastifyInstance): Promise<string> {
  const style = await readFile(new URL('page/page.css', import.meta.url))
  const path = `/assets/${createHash('sha256').update(style).digest('hex').slice(0, 12)}/page.css`
  scope.get(path, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(style),
  )
  return `/sandbox${path}`
}

/** Fills the form with the test card of the link; other numbers are ignored. */
function filledForm(number: string | undefined, now: Date): CardForm {
  const card = TEST_CARDS.find((known) => known.number === number)
  if (!card) return BLANK
  const year = String(now.getUTCFullYear() + 3).slice(-2)
  return { number: groupedCardNumber(card.number), name: 'PESSOA DE TESTE', expiry: `12/${year}`, cvv: '123' }
}

const backToPage = (reply: FastifyReply, id: string) =>
  reply.redirect(`/sandbox/pagar/${encodeURIComponent(id)}#resultado`, 303)

const sendPage = (reply: FastifyReply, status: number, page: Html) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(page.markup)
