import { getBoletoInfo } from '@brazilian-utils/brazilian-utils/get-boleto-info'
import { isValidBoleto } from '@brazilian-utils/brazilian-utils/is-valid-boleto'
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils/is-valid-pix-payload'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import { testDatabase } from '#test/database.ts'
import { listeningApp } from '#test/listening-app.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const { gateway } = app.deps

beforeEach(() => app.deps.clock.set('2026-11-20T15:00:00Z'))

let references = 0
const open = (type: PaymentType = 0) =>
  gateway.createCharge({
    externalReference: `reg:${++references}:pay:1`,
    type,
    installments: 1,
    split: null,
    amountCents: 12_990,
    dueOn: '2026-11-21',
    expiresAt: null,
    description: 'Inscrição 7 · Corrida das <Águas> · 10 km',
    payer: {
      userId: 1,
      name: 'Ana Souza',
      cpf: '12345678909',
      email: 'ana@exemplo.test',
      phone: '11987654321',
    },
  })
const statusOf = async (id: string) => (await gateway.getCharge(id)).status

const page = async (chargeId: string, query = '') => {
  const answer = await app.fastify.inject({ url: `/sandbox/pagar/${chargeId}${query}` })
  return { ...answer, status: answer.statusCode, text: answer.body, headers: answer.headers }
}
const press = (chargeId: string, button: string, form: Record<string, string> = {}) =>
  app.fastify.inject({
    method: 'POST',
    url: `/sandbox/pagar/${chargeId}/${button}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
const card = (number: string, change: Record<string, string> = {}) => ({
  number,
  name: 'ANA SOUZA',
  expiry: '12/29',
  cvv: '123',
  ...change,
})
const deliveries = (chargeId: string) =>
  db.selectFrom('sandbox.deliveries').where('charge_id', '=', chargeId).orderBy('id').selectAll().execute()

test('shows deadline, receiver, amount and a masked CPF', async () => {
  const { id } = await open(0)
  const { status, text, headers } = await page(id)
  expect(status).toBe(200)
  expect(text).toContain('<html lang="pt-BR">')
  expect(text).toContain('Ambiente de testes:')
  expect(text).toContain('nenhum valor real é cobrado.')
  expect(text).toContain('Pague R$\u00a0129,90 com Pix')
  expect(text).toContain('<dt>Vencimento</dt><dd>21/11/2026</dd>')
  expect(text).toContain('Largada Inscrições Esportivas')
  expect(text).toContain('Inscrição 7 · Corrida das &lt;Águas&gt; · 10 km')
  expect(text).toContain('***.456.789-**')
  expect(text).not.toContain('12345678909')
  expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
  expect(headers['cache-control']).toBe('no-store')
  expect(text).not.toMatch(/<style|style=|onclick|<script(?! src)/)
})

test('the codes of a Pix and a boleto are well-formed', async () => {
  const [pix, boleto] = [await open(0), await open(1)]
  expect(isValidPixPayload((await gateway.paymentDetails(pix.id, 0)).pix?.payload ?? '')).toBe(true)
  const line = (await gateway.paymentDetails(boleto.id, 1)).boleto?.digitableLine ?? ''
  expect(isValidBoleto(line)).toBe(true)
  expect(getBoletoInfo(line, { referenceDate: new Date(2026, 10, 20) })).toMatchObject({ amount: 12_990 })
})

test('paying by button shows the result and a link back', async () => {
  const { id } = await open(0)
  const answer = await press(id, 'pagar')
  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe(`/sandbox/pagar/${id}#resultado`)
  const { text } = await page(id)
  expect(text).toContain('Pagamento aprovado')
  expect(text).toContain('Recebemos R$\u00a0129,90 em 20/11/2026 às 12:00.')
  expect(text).toContain('href="/participante/eventos"')
  expect(text).not.toContain('Simular pagamento')
  await press(id, 'pagar')
  expect(await deliveries(id)).toHaveLength(1)
})

test.each([
  ['4111 1111 1111 1111', 3, 'Pagamento aprovado'],
  ['5555555555554444', 3, 'Pagamento aprovado'],
  ['4000 0000 0000 0002', 9, 'O cartão foi recusado pelo banco emissor.'],
  ['4000 0000 0000 0259', 11, 'Pagamento em análise'],
])('card %s', async (number, status, expected) => {
  const { id } = await open(2)
  expect((await press(id, 'cartao', card(number))).statusCode).toBe(303)
  expect(await statusOf(id)).toBe(status)
  const { text } = await page(id)
  expect(text).toContain(expected)
  expect(text).toContain(`final ${number.slice(-4)}`)
})

test('after a refused card another one may be tried', async () => {
  const { id } = await open(2)
  await press(id, 'cartao', card('4000000000000002'))
  await press(id, 'cartao', card('4111111111111111'))
  expect(await statusOf(id)).toBe(3)
})

test('an analysis ends in approval or rejection', async () => {
  const [good, bad] = [await open(2), await open(2)]
  for (const { id } of [good, bad]) await press(id, 'cartao', card('4000000000000259'))
  await press(good.id, 'aprovar')
  await press(bad.id, 'reprovar')
  expect([await statusOf(good.id), await statusOf(bad.id)]).toEqual([3, 13])
  expect((await page(bad.id)).text).toContain('A compra não passou pela análise.')
})

test.each([
  ['a number that fails its check', { number: '4111111111111112' }, 'Número do cartão inválido'],
  ['a real card', { number: '4539578763621486' }, 'Este não é um cartão de teste.'],
  ['no name', { name: ' ' }, 'Informe o nome impresso no cartão'],
  ['a past month', { expiry: '10/26' }, 'Cartão vencido'],
  ['no month', { expiry: '13/30' }, 'Validade inválida. Use MM/AA.'],
  ['a short code', { cvv: '12' }, 'CVV inválido'],
])('%s is shown at its field, and nothing is paid', async (_case, change, message) => {
  const { id } = await open(2)
  const answer = await press(id, 'cartao', card('4111111111111111', change))
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain(message)
  expect(answer.body).toMatch(/aria-invalid="true" aria-describedby="\w+-error"\s+autofocus/)
  expect(await statusOf(id)).toBe(0)
})

test('a link fills in a test card, and no other number', async () => {
  const { id } = await open(2)
  expect((await page(id, '?cartao=4111111111111111')).text).toContain('value="4111 1111 1111 1111"')
  expect((await page(id, '?cartao=4539578763621486')).text).not.toContain('4539')
})

test('a Pix cannot be paid after its due date, a boleto can', async () => {
  const [pix, boleto] = [await open(0), await open(1)]
  app.deps.clock.set('2026-11-22T02:59:00Z')
  expect((await page(pix.id)).text).toContain('Pague R$')
  app.deps.clock.set('2026-11-22T03:00:00Z')
  expect((await page(pix.id)).text).toContain('O prazo deste pagamento terminou')
  await press(pix.id, 'pagar')
  await press(boleto.id, 'pagar')
  expect([await statusOf(pix.id), await statusOf(boleto.id)]).toEqual([0, 3])
})

test('a cancelled charge cannot be paid', async () => {
  const { id } = await open(0)
  await gateway.cancelCharge(id)
  expect((await page(id)).text).toContain('Cobrança cancelada')
  await press(id, 'pagar')
  expect(await statusOf(id)).toBe(6)
})

test('a card cannot be paid by button, and unknown buttons are 404', async () => {
  const { id } = await open(2)
  await press(id, 'pagar')
  expect(await statusOf(id)).toBe(0)
  expect((await press(id, 'toString')).statusCode).toBe(404)
  const unknown = await page('cob_unknown')
  expect(unknown.status).toBe(404)
  expect(unknown.text).toContain('Cobrança não encontrada')
})

test('serves its own style', async () => {
  const { text } = await page((await open()).id)
  const [, style = ''] = /href="(\/sandbox\/assets\/[^"]+\.css)"/.exec(text) ?? []
  const answer = await app.fastify.inject({ url: style })
  expect(answer.statusCode, style).toBe(200)
  expect(answer.headers['cache-control']).toContain('immutable')
})
