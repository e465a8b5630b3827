import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PAYMENT_STATUS, PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { PAYMENT_PATH } from '#web/paths.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectLostConnection,
  expectText,
  renderScreen,
  setScreenSize,
  stopTimers,
  toast,
} from '#web-test/render-screen.tsx'
import PaymentScreen from './payment-screen.tsx'

const GET = 'GET /payments/um'
const CHANGE = 'POST /payments/um/method'
const CODE = '00020101021226580014br.gov.bcb.pix2536pix.exemplo.test/qr/v2/15204000053039865406107.506304ABCD'

const ITEM: PaymentPage['items'][number] = {
  first_name: 'Ana',
  modality: '5 km',
  amount: '107.50',
  price_lines: [
    { kind: 'kit', label: 'Kit Completo', amount: '100.00' },
    { kind: 'fee', label: 'Taxa de serviço', amount: '7.50' },
  ],
  status: 'Pendente',
  event_title: null,
}
const PIX: PaymentPage = {
  event: { title: 'Corrida do Farol', slug: 'corrida-do-farol', date_event: '12/12/2037' },
  type: 0,
  amount: '107.50',
  installments: 1,
  interest: '0.00',
  plans: [],
  status: 'pendente',
  status_code: 0,
  items: [ITEM],
  due_date: '05/12/2037',
  payable_until: '2037-12-06T03:00:00.000Z',
  paid_at: null,
  is_duplicate: false,
  is_ready: true,
  pix: { code: CODE },
  boleto: null,
  hosted_link: 'https://banco.test/um',
  is_test: false,
  other_types: [1, 2],
  replaced_by: [],
}
const BOLETO: PaymentPage = {
  ...PIX,
  type: 1,
  payable_until: null,
  pix: null,
  boleto: {
    line: '00190500954014481606906809350314337370000000100',
    barcode: '00193373700000001000500940144816060680935031',
    pdf_url: 'https://banco.test/um.pdf',
  },
  other_types: [0],
}
const CARD: PaymentPage = { ...PIX, type: 2, pix: null, other_types: [] }
const withStatus = (status_code: number, changes: Partial<PaymentPage> = {}): PaymentPage => ({
  ...PIX,
  status: PAYMENT_STATUSES[status_code]?.word ?? '',
  status_code,
  pix: null,
  hosted_link: null,
  other_types: [],
  ...changes,
})

const answer = (payment: PaymentPage) => answerCalls({ [GET]: { body: { data: payment } } })
async function open(payment: PaymentPage) {
  answer(payment)
  return renderScreen(<PaymentScreen />, { route: PAYMENT_PATH, path: '/pagamento/um' })
}
const title = (words: string) =>
  expect.element(page.getByRole('heading', { level: 1, name: words })).toBeVisible()

function watchClipboard() {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => write.mockRestore())
  return write
}

test('a Pix: amount, deadline, the QR code in black on white, and the code to copy', async () => {
  const write = watchClipboard()
  await open(PIX)
  await title('Pague R$ 107,50 com Pix')
  await expectText(page.getByRole('main'), 'Pague até 05/12/2037 às 23:59')
  const picture = page.getByRole('img', { name: 'QR Code do Pix' })
  await expect.element(picture).toBeVisible()
  expect(getComputedStyle(picture.element()).backgroundColor).toBe('rgb(255, 255, 255)')
  await expect.element(page.getByLabelText('Pix copia e cola')).toHaveValue(CODE)
  await button('Copiar código Pix').click()
  expect(write).toHaveBeenCalledExactlyOnceWith(CODE)
  await expect.element(button('Copiado!')).toBeVisible()
  await expect
    .element(page.getByText('Código Pix copiado. Cole no aplicativo do seu banco.'))
    .toBeInTheDocument()
})

test('explains the amount of each registration line by line, also what was paid before', async () => {
  const item: PaymentPage['items'][number] = {
    ...ITEM,
    amount: '55.00',
    price_lines: [
      { kind: 'tier', label: 'Kit Premium · 1º lote', amount: '150.00' },
      { kind: 'fee', label: 'Taxa de serviço', amount: '15.00' },
      { kind: 'difference', label: 'Já pago', amount: '-110.00' },
    ],
  }
  await open({ ...PIX, amount: '162.50', items: [ITEM, item] })
  const items = page.getByRole('complementary').getByRole('listitem')
  await expectText(items.nth(0), 'Ana5 kmR$ 107,50Kit CompletoR$ 100,00Taxa de serviçoR$ 7,50')
  await expectText(
    items.nth(1),
    'R$ 55,00Kit Premium · 1º loteR$ 150,00Taxa de serviçoR$ 15,00Já pago-R$ 110,00',
  )
})

test('on a phone the countdown and the deadline share a line, and the whole code is shown', async () => {
  await setScreenSize(390, 800)
  await open({ ...PIX, pix: { code: CODE.repeat(3) }, payable_until: '2037-12-06T03:00:00.000Z' })
  await title('Pague R$ 107,50 com Pix')
  const code = page.getByLabelText('Pix copia e cola').element()
  expect(code.clientHeight).toBeGreaterThan(80)
  expect(code.scrollHeight).toBe(code.clientHeight)
  const words = page.getByText('Pague até', { exact: false }).element()
  const icon = words.parentElement?.querySelector('svg')?.getBoundingClientRect()
  expect(icon?.right).toBeLessThan(words.getBoundingClientRect().left)
})

test('when copying is forbidden the code is selected, to be copied by hand', async () => {
  watchClipboard().mockRejectedValue(new DOMException())
  await open(PIX)
  await button('Copiar código Pix').click()
  await expect.element(page.getByText('Não foi possível copiar sozinho.', { exact: false })).toBeVisible()
  expect(getSelection()?.toString() || document.activeElement?.tagName).toMatch(/^000201|TEXTAREA/)
})

test('the countdown is hidden from screen readers; after the deadline the page loads the payment again', async () => {
  const pass = stopTimers('Interval')
  const until = new Date(Date.now() + 61_500).toISOString()
  await open({ ...PIX, payable_until: until })
  await expectText(page.getByRole('main'), 'faltam 01:0')
  expect(page.getByText(/faltam/).element()).toHaveAttribute('aria-hidden', 'true')
  answer(withStatus(0))
  await pass(70_000)
  await title('O prazo deste pagamento terminou')
})

test('a boleto: due date, digits, barcode, the PDF, and a dialog with the barcode for a cashier', async () => {
  const write = watchClipboard()
  await open(BOLETO)
  await title('Pague R$ 107,50 com Boleto')
  await expectText(page.getByRole('main'), 'Vence em 05/12/2037.')
  await expect
    .element(page.getByLabelText('Linha digitável'))
    .toHaveValue('00190.50095 40144.816069 06809.350314 3 37370000000100')
  await button('Copiar linha digitável').click()
  expect(write).toHaveBeenCalledExactlyOnceWith(BOLETO.boleto?.line)
  expect(page.getByText('Pague este boleto com Pix').elements()).toEqual([])
  const barcode = page.getByRole('img', { name: 'Código de barras do boleto' })
  await expect.element(barcode).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Abrir o PDF' }))
    .toHaveAttribute('href', BOLETO.boleto?.pdf_url)
  await button('Mostrar no caixa').click()
  const dialog = page.getByRole('dialog', { name: 'Código de barras' })
  await expect.element(dialog.getByText('Aumente o brilho da tela e aproxime o leitor.')).toBeVisible()
  await expect.element(dialog.getByRole('img', { name: 'Código de barras do boleto' })).toBeVisible()
})

test('a boleto with a Pix code: QR code and code beside the barcode', async () => {
  const write = watchClipboard()
  await open({ ...BOLETO, pix: { code: CODE } })
  const pix = page.getByRole('region', { name: 'Pague este boleto com Pix' })
  await expect.element(pix.getByRole('img', { name: 'QR Code do Pix deste boleto' })).toBeVisible()
  await button('Copiar código Pix').click()
  expect(write).toHaveBeenCalledExactlyOnceWith(CODE)
  await expect.element(page.getByRole('img', { name: 'Código de barras do boleto' })).toBeVisible()
})

test('a card: one link to the gateway, and the reason of an earlier refusal', async () => {
  await open(CARD)
  await title('Pague R$ 107,50 com Cartão de Crédito')
  const link = page.getByRole('link', { name: 'Pagar com cartão' })
  await expect.element(link).toHaveAttribute('href', 'https://banco.test/um')
  await expect.element(link).toHaveAttribute('rel', 'noreferrer')
  expect(button('Pagar de outra forma').elements()).toEqual([])
})

test('a card in installments: shows the cost of each number; changing it creates another payment', {
  tags: 'operation',
}, async () => {
  const plans = [
    { count: 1, each: '107.50', last: '107.50', interest: '0.00', total: '107.50' },
    { count: 2, each: '53.75', last: '53.75', interest: '0.00', total: '107.50' },
    { count: 3, each: '37.26', last: '37.27', interest: '4.29', total: '111.79' },
  ]
  await open({ ...CARD, plans })
  const choice = page.getByRole('combobox', { name: 'Parcelas' })
  await expect.element(choice).toHaveValue('1')
  expect(choice.element().textContent).toBe(
    'R$\u00a0107,50 à vista2x de R$\u00a053,75 sem juros3x de R$\u00a037,26 · total R$\u00a0111,79',
  )
  await choice.selectOptions('3')
  await expectText(page.getByRole('main'), 'R$ 4,29 de juros no total. A última parcela é de R$ 37,27.')
  expect(page.getByRole('link', { name: 'Pagar com cartão' }).elements()).toEqual([])
  answerCalls({ [CHANGE]: { status: 201, body: { data: { token: 'dois' } } } })
  answerCalls({
    'GET /payments/dois': {
      body: { data: { ...CARD, amount: '111.79', installments: 3, interest: '4.29', plans } },
    },
  })
  await button('Continuar com 3 parcelas').click()
  await title('Pague R$ 111,79 com Cartão de Crédito em 3x')
  expect(sentCalls(CHANGE).map(({ body }) => body)).toEqual([{ payment_type: 2, installments: 3 }])
  await expect.element(page.getByRole('link', { name: 'Pagar com cartão em 3x' })).toBeVisible()
  await expectText(
    page.getByRole('complementary', { name: 'O que está sendo pago' }),
    'Juros do parcelamentoR$ 4,29',
  )
})

test.each([
  [
    PAYMENT_STATUS.refused,
    'O cartão foi recusado pelo banco emissor. Confira os dados ou tente outro cartão.',
  ],
  [
    PAYMENT_STATUS.rejected,
    'A compra não passou pela análise de segurança. Tente outro cartão ou outra forma de pagamento.',
  ],
])('a card after status %i', async (status_code, words) => {
  await open({ ...CARD, status_code })
  await expectText(page.getByRole('alert'), words)
  await expect.element(page.getByRole('link', { name: 'Pagar com cartão' })).toBeVisible()
})

test('a missing code appears without a reload; another method is offered meanwhile', async () => {
  const pass = stopTimers('Interval')
  await open({ ...PIX, pix: null })
  await expectText(page.getByRole('status').first(), 'O código Pix aparece aqui em instantes.')
  await expect.element(page.getByRole('link', { name: 'Abrir a página do banco' })).toBeVisible()
  answer(PIX)
  await pass(2_000)
  await expect.element(button('Copiar código Pix')).toBeVisible()
})

test('a payment that is paid while the page is open: it says so, also to screen readers, and stops polling', async () => {
  const pass = stopTimers('Interval')
  await open(PIX)
  await title('Pague R$ 107,50 com Pix')
  answer(withStatus(2, { items: [{ ...ITEM, status: 'Confirmado' }] }))
  await pass(5_000)
  await title('Pagamento confirmado')
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Pagamento confirmado' }))
    .toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'Ver Meus Eventos' }))
    .toHaveAttribute('href', '/participante/eventos')
  const asked = sentCalls(GET).length
  await pass(60_000)
  expect(sentCalls(GET)).toHaveLength(asked)
})

const CANCELLED = [{ ...ITEM, status: 'Cancelado' }]
test.each<[string, PaymentPage, string]>([
  ['no charge yet', withStatus(0, { is_ready: false }), 'Preparando o pagamento'],
  ['past its time', withStatus(0), 'O prazo deste pagamento terminou'],
  ['overdue', withStatus(PAYMENT_STATUS.overdue), 'O pagamento venceu'],
  ['in analysis', withStatus(PAYMENT_STATUS.awaiting), 'Pagamento em análise'],
  ['expired', withStatus(PAYMENT_STATUS.expired, { items: CANCELLED }), 'O prazo deste pagamento terminou'],
  ['cancelled', withStatus(PAYMENT_STATUS.cancelled, { items: CANCELLED }), 'Inscrição cancelada'],
  ['replaced out of sight', withStatus(PAYMENT_STATUS.cancelled), 'Outro pagamento tomou o lugar deste'],
  ['refunded', withStatus(PAYMENT_STATUS.refunded, { items: CANCELLED }), 'Pagamento reembolsado'],
  ['disputed', withStatus(PAYMENT_STATUS.reversed), 'Pagamento contestado'],
  ['paid, and cancelled', withStatus(2, { items: CANCELLED }), 'Pago, mas a inscrição está cancelada'],
  ['paid twice', withStatus(2, { is_duplicate: true }), 'Este pagamento se repetiu'],
])('%s', async (_case, payment, words) => {
  await open(payment)
  await title(words)
  await expectText(
    page.getByRole('complementary', { name: /^O que (está sendo|foi) pago$/ }),
    'Corrida do Farol',
  )
  expect(page.getByRole('img', { name: 'QR Code do Pix' }).elements()).toEqual([])
})

test.each([
  ['expired', { first: 'Página da corrida', href: '/events/corrida-do-farol' }],
  ['refunded', { first: 'Ver Meus Eventos', href: '/participante/eventos' }],
] as const)('%s: the first way on is %o', async (status, { first, href }) => {
  await open(withStatus(PAYMENT_STATUS[status], { items: CANCELLED }))
  const ways = page.getByRole('link', { name: /^(Página da corrida|Ver Meus Eventos)$/ })
  await expect.element(ways.nth(1)).toBeVisible()
  await expect.element(ways.first()).toHaveTextContent(first)
  await expect.element(ways.first()).toHaveAttribute('href', href)
})

test('participants: first names, the price of each, and who was cancelled', async () => {
  await open({
    ...PIX,
    amount: '215.00',
    items: [ITEM, { ...ITEM, first_name: 'Beto', modality: '10 km', status: 'Cancelado' }],
  })
  const summary = page.getByRole('complementary', { name: 'O que está sendo pago' })
  await expectText(summary, 'Ana5 kmR$ 107,50')
  await expectText(summary, 'Beto10 km · inscrição canceladaR$ 107,50')
  await expectText(summary, 'TotalR$ 215,00')
  await expectText(summary, '2 inscrições · Pix')
})

test('says when the amount paid for a cancelled event moved to its new date', async () => {
  await open({ ...PIX, items: [{ ...ITEM, event_title: 'Corrida do Farol, nova data' }] })
  const summary = page.getByRole('complementary', { name: 'O que está sendo pago' })
  await expectText(summary, 'AnaCorrida do Farol, nova data · 5 kmR$ 107,50')
})

test('another method can be chosen, and the page of the new payment opens', async () => {
  const location = await open(PIX)
  answerCalls({
    [CHANGE]: { status: 201, body: { message: 'Novo pagamento gerado.', data: { token: 'dois' } } },
  })
  answerCalls({ 'GET /payments/dois': { body: { data: BOLETO } } })
  await button('Pagar de outra forma').click()
  const dialog = page.getByRole('dialog', { name: 'Pagar de outra forma' })
  await dialog.getByRole('button', { name: 'Gerar novo pagamento' }).click()
  await expectText(dialog, 'Escolha uma forma de pagamento')
  expect(sentCalls(CHANGE)).toEqual([])
  await dialog.getByRole('radio', { name: /^Boleto/ }).click()
  await dialog.getByRole('button', { name: 'Gerar novo pagamento' }).click()
  await expect.poll(() => location().pathname).toBe('/pagamento/dois')
  await title('Pague R$ 107,50 com Boleto')
  await expect.element(toast('Novo pagamento gerado.')).toBeVisible()
  expect(sentCalls(CHANGE).map(({ body }) => body)).toEqual([{ payment_type: 1 }])
})

test('another method is refused: shows the reason and the state of the payment', async () => {
  await open({ ...PIX, other_types: [1] })
  const message = 'Este pagamento já foi confirmado. Não é preciso pagar de novo.'
  answerCalls({ [CHANGE]: { status: 409, body: { message, exception: message } } })
  await button('Pagar com Boleto').click()
  answer(withStatus(2, { items: [{ ...ITEM, status: 'Confirmado' }] }))
  await button('Gerar novo pagamento').click()
  await expect.element(toast(message)).toBeVisible()
  await title('Pagamento confirmado')
})

test('the gateway refused: another payment can be created here', async () => {
  await open(withStatus(PAYMENT_STATUS.failed, { is_ready: false, other_types: [0] }))
  await title('Não foi possível gerar este pagamento')
  await expect.element(button('Gerar novo pagamento')).toBeVisible()
})

test('replaced by one payment: its page opens', async () => {
  answerCalls({ 'GET /payments/dois': { body: { data: BOLETO } } })
  const location = await open(
    withStatus(PAYMENT_STATUS.cancelled, { replaced_by: [{ token: 'dois', first_names: ['Ana'] }] }),
  )
  await expect.poll(() => location().pathname).toBe('/pagamento/dois')
  await title('Pague R$ 107,50 com Boleto')
})

test('replaced by several payments: links to each', async () => {
  await open(
    withStatus(PAYMENT_STATUS.cancelled, {
      replaced_by: [
        { token: 'dois', first_names: ['Ana'] },
        { token: 'tres', first_names: ['Beto', 'Caio'] },
      ],
    }),
  )
  await expect
    .element(page.getByRole('link', { name: 'Pagamento de Beto, Caio' }))
    .toHaveAttribute('href', '/pagamento/tres')
})

test('the sandbox: the page says that nothing is charged, and links to its bank', async () => {
  await open({ ...PIX, is_test: true })
  await expectText(page.getByRole('note'), 'nenhum valor real é cobrado')
  await expect
    .element(page.getByRole('link', { name: 'Abrir o banco de testes' }))
    .toHaveAttribute('href', 'https://banco.test/um')
})

test('an unknown link', async () => {
  const message = 'Este link de pagamento não existe. Confira o endereço ou abra o pagamento em Meus Eventos.'
  answerCalls({ [GET]: { status: 404, body: { message } } })
  await renderScreen(<PaymentScreen />, { route: PAYMENT_PATH, path: '/pagamento/um' })
  await expect.element(page.getByText('Pagamento não encontrado')).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
})

test('a lost connection', async () => {
  await expectLostConnection(
    () => renderScreen(<PaymentScreen />, { route: PAYMENT_PATH, path: '/pagamento/um' }),
    'Erro de conexão.',
  )
})
