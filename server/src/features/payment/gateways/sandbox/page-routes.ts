import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Html } from '#server/lib/mail/html.ts'
import { type CardForm, groupedCardNumber, readCard, TEST_CARDS } from './cards.ts'
import { payByCard, simulate } from './change-charge.ts'
import { isSimulation } from './charge-life.ts'
import { serveAssets } from './page/assets.ts'
import type { CardAttempt } from './page/card-panel.ts'
import { chargePage, missingPage } from './page/charge-page.ts'
import type { AssetUrls } from './page/layout.ts'
import { refundPage } from './page/refund-page.ts'
import { findCharge, findRefund } from './queries.ts'
import { finishRefund } from './refund-charge.ts'

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const BLANK: CardForm = { number: '', name: '', expiry: '', cvv: '' }

interface ById {
  Params: { chargeId: string }
}

/** The page that plays the bank, and its actions. It works without JavaScript: every button is a form. */
export async function sandboxPageRoutes(scope: FastifyInstance, deps: Deps): Promise<void> {
  const assets = await serveAssets(scope)
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 8 * 1024 },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  refundPageRoutes(scope, deps, assets)

  async function show(reply: FastifyReply, chargeId: string, attempt: CardAttempt, status = 200) {
    const charge = await findCharge(deps.db, chargeId)
    if (!charge) return sendPage(reply, 404, missingPage(assets))
    return sendPage(reply, status, chargePage(charge, { now: deps.clock.now(), assets, attempt }))
  }

  scope.get<ById & { Querystring: { cartao?: string } }>('/pagar/:chargeId', ({ params, query }, reply) =>
    show(reply, params.chargeId, { form: filledForm(query.cartao, deps.clock.now()), errors: {} }),
  )

  scope.post<ById & { Body: Partial<CardForm> | undefined }>(
    '/pagar/:chargeId/cartao',
    async ({ params, body }, reply) => {
      const form = { ...BLANK, ...body }
      const read = readCard(form, deps.clock.now())
      // The CVV is never sent back.
      if ('errors' in read)
        return show(reply, params.chargeId, { form: { ...form, cvv: '' }, errors: read.errors }, 422)
      await payByCard(deps, params.chargeId, read.card)
      return backToPage(reply, params.chargeId)
    },
  )

  scope.post<{ Params: { chargeId: string; simulation: string } }>(
    '/pagar/:chargeId/:simulation',
    async ({ params: { chargeId, simulation } }, reply) => {
      if (!isSimulation(simulation)) return sendPage(reply, 404, missingPage(assets))
      await simulate(deps, chargeId, simulation)
      return backToPage(reply, chargeId)
    },
  )
}

/** Where the payer of a boleto would give their bank data: two buttons say how that ends. */
function refundPageRoutes(scope: FastifyInstance, deps: Deps, assets: AssetUrls): void {
  scope.get<{ Params: { refundId: string } }>('/devolver/:refundId', async ({ params }, reply) => {
    const refund = await findRefund(deps.db, params.refundId)
    return refund
      ? sendPage(reply, 200, refundPage(refund, assets))
      : sendPage(reply, 404, missingPage(assets))
  })
  for (const [button, accepted] of [
    ['aceitar', true],
    ['recusar', false],
  ] as const)
    scope.post<{ Params: { refundId: string } }>(
      `/devolver/:refundId/${button}`,
      async ({ params: { refundId } }, reply) => {
        await finishRefund(deps, refundId, accepted)
        return reply.redirect(`/sandbox/devolver/${encodeURIComponent(refundId)}`, 303)
      },
    )
}

/** Fills the form with the test card of the link; other numbers are ignored. */
function filledForm(number: string | undefined, now: Date): CardForm {
  const card = TEST_CARDS.find((known) => known.number === number)
  if (!card) return BLANK
  const year = String(now.getUTCFullYear() + 3).slice(-2)
  return { number: groupedCardNumber(card.number), name: 'PESSOA DE TESTE', expiry: `12/${year}`, cvv: '123' }
}

const backToPage = (reply: FastifyReply, chargeId: string) =>
  reply.redirect(`/sandbox/pagar/${encodeURIComponent(chargeId)}#resultado`, 303)

const sendPage = (reply: FastifyReply, status: number, page: Html) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(page.markup)
