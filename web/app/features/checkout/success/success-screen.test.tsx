import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PaymentPage } from '#contract/payment-page/payment-page.ts'
import { ORDER_PLACED_PATH, ROLE_HOME_PATH } from '#web/paths.ts'
import { answerCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, stopTimers, toast } from '#web-test/render-screen.tsx'
import SuccessScreen from './success-screen.tsx'

// Specification, page 1, §2.10: the success screen and its links to the payments.

const ANA = { name: 'Ana Lima', payment_link: 'https://banco.example/ana' }
const BRUNO = { name: 'Bruno Sá', payment_link: null }
const open = (state?: object) => renderScreen(<SuccessScreen />, { route: ORDER_PLACED_PATH, state })
/** Records new tabs without opening them. */
function watchTabs() {
  const opened = vi.spyOn(window, 'open').mockImplementation(() => ({ opener: window }) as Window)
  onTestFinished(() => opened.mockRestore())
  return opened
}

test('without participants it redirects to /pagina-inicial', async () => {
  const location = await open()
  await expect.poll(() => location().pathname).toBe(ROLE_HOME_PATH)
})

test('§9 the check icon appears after 500 ms; the message of the order is a toast', async () => {
  const pass = stopTimers('Timeout')
  await open({ participants: [ANA], message: 'Participante registrado com sucesso!' })
  const icon = page.getByRole('img', { name: 'Concluída' })
  await pass(499)
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
  expect(icon.elements()).toHaveLength(0)
  await pass(1)
  expect(icon.elements()).toHaveLength(1)
  await expect.element(toast('Participante registrado com sucesso!')).toBeInTheDocument()
})

test("one participant: 'Ir para pagamento' opens a new tab and shows 'Redirecionando...' for 500 ms", async () => {
  const opened = watchTabs()
  await open({ participants: [ANA] })
  const pass = stopTimers('Timeout')
  const pay = page.getByRole('main').getByRole('button').element() as HTMLButtonElement
  expect(pay).toHaveTextContent('Ir para pagamento')
  pay.click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(ANA.payment_link, '_blank')
  await pass(499)
  expect(pay).toHaveTextContent('Redirecionando...')
  await pass(1)
  expect(pay).toHaveTextContent('Ir para pagamento')
})

test('opens the payment in the same tab when the browser blocks a new one', async () => {
  vi.spyOn(window, 'open').mockReturnValueOnce(null)
  const link = new URL('/pagamento/abc', window.location.href).href
  const location = await open({ participants: [{ ...ANA, payment_link: link }, BRUNO] })
  await page.getByRole('row', { name: /Ana/ }).getByRole('button', { name: 'Pagar' }).click()
  await expect.poll(() => location().pathname).toBe('/pagamento/abc')
})

const RACE = {
  title: 'Corrida do Farol',
  slug: 'corrida-do-farol',
  date_event: '12/12/2037',
  kit_pickup: {
    place: null,
    address: null,
    from: '11/12/2037',
    opens_at: null,
    until: null,
    closes_at: null,
    note: null,
  },
}

test("several: a table of 'Nome do Participante' and 'Ações' with 'Pagar', disabled without a link", async () => {
  const opened = watchTabs()
  await open({
    participants: [{ ...ANA, value: '107.50', held_until: '2037-12-06T03:00:00.000Z' }, BRUNO],
    event: RACE,
  })
  const table = page.getByRole('table', { name: 'Pagamentos' })
  const texts = (role: 'columnheader' | 'row') =>
    table
      .getByRole(role)
      .elements()
      .map((element) => element.textContent)
  expect(texts('columnheader')).toEqual(['Nome do Participante', 'Valor', 'Pague até', 'Ações'])
  expect(texts('row').map((row) => row?.replaceAll('\u00a0', ' '))).toEqual([
    'Nome do ParticipanteValorPague atéAções',
    'Ana LimaR$ 107,5005/12/2037 às 23:59Pagar',
    'Bruno Sá——Pagar',
  ])
  const pay = (name: string) =>
    table.getByRole('row', { name: new RegExp(name) }).getByRole('button', { name: 'Pagar' })
  await expect.element(pay(BRUNO.name)).toBeDisabled()
  await pay(ANA.name).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(ANA.payment_link, '_blank')
})

test('several: the race, its calendar and sharing, the day of kit delivery, and the amount and deadline of each payment', async () => {
  answerCalls({
    'GET /payments/um': { body: { data: PIX_PAYMENT } },
    'GET /payments/dois': {
      body: { data: { ...PIX_PAYMENT, amount: '60.00', payable_until: null, due_date: '07/12/2037' } },
    },
  })
  await open({
    participants: [LIVE, { name: 'Bruno Sá', payment_link: 'https://largada.test/pagamento/dois' }],
    event: RACE,
  })
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
  await expectText(row('Ana Lima'), 'R$ 107,5005/12/2037 às 23:59')
  await expectText(row('Bruno Sá'), 'R$ 60,0007/12/2037')
  await expectText(page.getByRole('main'), RACE.title)
  await expect
    .element(page.getByRole('link', { name: 'Adicionar ao calendário' }))
    .toHaveAttribute('href', '/events/corrida-do-farol/calendario.ics')
  await expect.element(button('Compartilhar')).toBeVisible()
  await expectText(page.getByRole('region', { name: 'O que acontece agora' }), 'A entrega é em 11/12/2037.')
})

const PLACE = { place: 'Loja Corre', address: 'Rua A, 1' }
const NOTE = 'Sem estacionamento'
test.each([
  [
    { ...PLACE, opens_at: '10:00', note: NOTE },
    'Retire em Loja Corre, Rua A, 1. A entrega é em 11/12/2037, a partir das 10:00. Leve um documento com foto. Sem estacionamento',
  ],
  [
    { ...PLACE, from: null },
    'Retire em Loja Corre, Rua A, 1. A organização avisa o dia e o horário. Leve um documento com foto.',
  ],
  [
    { until: '12/12/2037', note: NOTE },
    'A entrega é de 11/12/2037 até 12/12/2037. A organização avisa o local. Leve um documento com foto. Sem estacionamento',
  ],
  [
    { from: null, note: NOTE },
    'A organização avisa onde e quando retirar o seu. Leve um documento com foto. Sem estacionamento',
  ],
])('the next steps say what the organizer has published about the kit: %j', async (changes, words) => {
  await open({ participants: [ANA], event: { ...RACE, kit_pickup: { ...RACE.kit_pickup, ...changes } } })
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

test('several payments: each amount is explained line by line', async () => {
  const price_lines = [
    { kind: 'kit', label: 'Kit Completo', amount: '100.00' },
    { kind: 'coupon', label: 'Cupom DEZ', amount: '-10.00' },
  ]
  await open({ participants: [{ ...ANA, value: '90.00', price_lines }, BRUNO] })
  await expectText(
    page.getByRole('row', { name: /Ana/ }),
    'Ana LimaKit CompletoR$ 100,00Cupom DEZ-R$ 10,00R$ 90,00',
  )
})

test("marks participants without anything to pay as 'Gratuito'", async () => {
  await open({ participants: [ANA, { ...BRUNO, free: true }] })
  await expect.element(page.getByRole('row', { name: /Bruno Sá/ }).getByText('Gratuito')).toBeVisible()
})

test('several payments: the amount of one in installments includes its interest', async () => {
  answerCalls({
    'GET /payments/um': {
      body: { data: { ...PIX_PAYMENT, type: 2, amount: '114.20', installments: 3, interest: '6.70' } },
    },
  })
  await open({ participants: [{ ...LIVE, value: '107.50' }, BRUNO], event: RACE })
  await expectText(page.getByRole('row', { name: /Ana Lima/ }), 'Ana LimaR$ 114,20 em 3x')
})

const PIX_PAYMENT = {
  event: { title: 'Corrida do Farol', slug: 'corrida-do-farol', date_event: '12/12/2037' },
  type: 0,
  amount: '107.50',
  installments: 1,
  interest: '0.00',
  plans: [],
  status: 'pendente',
  status_code: 0,
  items: [
    {
      first_name: 'Ana',
      modality: '5 km',
      amount: '107.50',
      price_lines: [{ kind: 'kit', label: 'Kit Completo', amount: '107.50' }],
      status: 'Pendente',
      event_title: null,
    },
  ],
  due_date: '05/12/2037',
  payable_until: '2037-12-06T03:00:00.000Z',
  paid_at: null,
  is_duplicate: false,
  is_ready: true,
  pix: {
    code: '00020101021226580014br.gov.bcb.pix2536pix.exemplo.test/qr/v2/15204000053039865406107.506304ABCD',
  },
  boleto: null,
  hosted_link: 'https://banco.test/um',
  is_test: false,
  other_types: [1, 2],
  replaced_by: [],
} satisfies PaymentPage
const LIVE = { name: 'Ana Lima', payment_link: 'https://largada.test/pagamento/um' }
const GET = 'GET /payments/um'
const PAID = { ...PIX_PAYMENT, status: 'pago', status_code: 2, pix: null, hosted_link: null, other_types: [] }
const answer = (payment: object) => answerCalls({ [GET]: { body: { data: payment } } })

test('shows race, participants, amount, deadline, Pix, calendar, sharing and the next steps on one page', async () => {
  answer(PIX_PAYMENT)
  await open({ participants: [LIVE] })
  const main = page.getByRole('main')
  await expect.element(page.getByRole('heading', { level: 2, name: 'Pague R$ 107,50 com Pix' })).toBeVisible()
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
  await expectText(main, 'Pague até 05/12/2037 às 23:59')
  await expect.element(page.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()
  await expect.element(button('Copiar código Pix')).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'O que está sendo pago' })
  await expectText(summary, 'Corrida do Farol')
  await expectText(summary, 'Ana5 kmR$ 107,50')
  await expect
    .element(page.getByRole('link', { name: 'Adicionar ao calendário' }))
    .toHaveAttribute('href', '/events/corrida-do-farol/calendario.ics')
  await expect.element(button('Compartilhar')).toBeVisible()
  const steps = page.getByRole('region', { name: 'O que acontece agora' })
  await expectText(steps, 'PagamentoUm Pix é confirmado em segundos.Confirmação')
  await expectText(steps, 'Ela chega por e-mail')
})

test("'Pago!' appears without a reload and is announced to screen readers, and no payment remains", async () => {
  const pass = stopTimers('Interval')
  answer(PIX_PAYMENT)
  await open({ participants: [LIVE] })
  await expect.element(page.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible()
  answer(PAID)
  await pass(5_000)
  await expect.element(page.getByRole('heading', { level: 2, name: 'Pago!' })).toBeVisible()
  await expectText(
    page.getByRole('region', { name: 'Conte que você vai' }),
    'Uma imagem para as suas redes, com o nome da corrida',
  )
  await expect.element(button('Compartilhar imagem')).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'Pago!' })).toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Ir para pagamento' }).elements()).toHaveLength(0)
  await expectText(page.getByRole('main'), 'Tudo pago, tudo certo!')
  await expect.element(page.getByRole('region', { name: 'Pago!' })).toHaveFocus()
  await expect.element(page.getByRole('complementary', { name: 'O que foi pago' })).toBeVisible()
  const steps = page.getByRole('region', { name: 'O que acontece agora' }).getByRole('listitem')
  await expectText(steps.first(), 'Confirmação')
})

test('several payments: the row of a paid one says so', async () => {
  answer(PAID)
  await open({ participants: [LIVE, { ...ANA, name: 'Bruno Sá' }] })
  await expect.element(page.getByRole('row', { name: /Ana Lima/ }).getByText('Pago')).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /Bruno Sá/ }).getByRole('button', { name: 'Pagar' }))
    .toBeEnabled()
  expect(page.getByText('Tudo pago, tudo certo').elements()).toHaveLength(0)
})

test('a payment that cannot be loaded keeps its link', async () => {
  answerCalls({ [GET]: { status: 404, body: { message: 'Este link de pagamento não existe.' } } })
  await open({ participants: [LIVE] })
  await expect.element(button('Ir para pagamento')).toBeEnabled()
  await expectText(page.getByRole('main'), 'Um Pix é confirmado em segundos, um cartão em minutos, um boleto')
})
