// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DailyMoney } from '#contract/report/daily-money.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn } from '#web-test/render-screen.tsx'
import DailyMoneyScreen from './daily-money-screen.tsx'

// `/empresa/movimento-diario`: docs/algorithms/report.md, "The day's money".

const PIX = {
  type: 0,
  payments: 2,
  interest: '0.00',
  gross: '215.00',
  refunded: '107.50',
  returned: '0.00',
  gateway_fee: '1.98',
  service_fee: '7.50',
  net: '98.02',
}
const { type: _, ...TOTAL } = PIX
const COMPARISON = {
  provider: 'asaas',
  day: '21/11/2026',
  finished_at: '2026-11-22T06:30:09Z',
  charges: 1200,
  repaired: 3,
  differences: [],
}
const DATA: DailyMoney = {
  days: [{ day: '21/11/2026', methods: [PIX] }],
  total: TOTAL,
  comparisons: [COMPARISON],
}
const answer = (data: DailyMoney) => answerCalls({ 'GET /enterprise/daily-money': { body: { data } } })
const open = () => renderScreen(<DailyMoneyScreen />, { route: '/empresa/movimento-diario' })

test('shows money by day and method, totals and the comparison with the gateway', async () => {
  signIn(['Empresa'])
  answer(DATA)
  const location = await open()
  const moved = page.getByRole('table', { name: 'Movimento por dia' })
  for (const words of ['21/11/2026 · Pix', 'R$ 215,00', 'R$ 107,50', 'R$ 1,98', 'R$ 7,50', 'R$ 98,02'])
    await expectText(moved, words)
  await expectText(page.getByRole('region', { name: 'Totais' }), 'depois de R$ 107,50 devolvidos')
  await expectText(page.getByRole('table', { name: 'Comparação por dia' }), '1.200')
  await expectText(page.getByRole('table', { name: 'Comparação por dia' }), 'Igual')
  await expect.element(page.getByRole('table', { name: 'Diferenças' })).not.toBeInTheDocument()

  await button('Mês passado').click()
  await expect.poll(() => location().search).toMatch(/^\?de=\d{4}-\d\d-01&ate=/)
  await expect.poll(() => sentCalls('GET /enterprise/daily-money').at(-1)?.route).toMatch(/from=.*&to=/)
})

test('lists the differences that could not be corrected automatically', async () => {
  signIn(['Admin'])
  answer({
    ...DATA,
    comparisons: [
      {
        ...COMPARISON,
        differences: [
          { kind: 'amount', charge_id: 'pay_2', payment_id: 41, status: 2, amount: '107.50' },
          { kind: 'unreadable_charge', charge_id: 'pay_3', payment_id: null, status: null, amount: null },
          { kind: 'lost_paid', charge_id: 'pay_4', payment_id: null, status: 2, amount: '90.00' },
        ],
      },
      { ...COMPARISON, day: '20/11/2026', finished_at: null, charges: null, repaired: null },
    ],
  })
  await open()
  await expectText(page.getByRole('table', { name: 'Comparação por dia' }), '3 diferenças')
  await expectText(page.getByRole('table', { name: 'Comparação por dia' }), 'Em andamento')
  const differences = page.getByRole('table', { name: 'Diferenças' })
  for (const words of ['Valor diferente do nosso', 'pay_2', '41', 'Pago', 'R$ 107,50'])
    await expectText(differences, words)
  await expectText(differences, 'Cobrança que não pôde ser lida')
  await expectText(differences, 'Devolva o valor no painel do meio de pagamento')
})

test("'Erro ao listar os registros.' can be retried", async () => {
  signIn(['Empresa'])
  answerCalls({ 'GET /enterprise/daily-money': { status: 500 } })
  await open()
  await expectText(page.getByRole('alert'), 'Erro ao listar os registros.')
  answer(DATA)
  await button('Tentar novamente').click()
  await expect.element(page.getByRole('table', { name: 'Movimento por dia' })).toBeVisible()
})

test('on a phone a row shows the day, the form of payment and the amounts whole', async () => {
  await page.viewport(390, 844)
  signIn(['Empresa'])
  answer({ ...DATA, days: [{ day: '21/11/2026', methods: [{ ...PIX, type: 2 }] }] })
  await open()
  const row = page.getByRole('table', { name: 'Movimento por dia' }).getByRole('row').last()
  await expectText(row, 'R$ 98,02')
  for (const cell of row.getByRole('cell').elements())
    expect(cell.scrollWidth, cell.textContent ?? '').toBeLessThanOrEqual(cell.clientWidth)
})
