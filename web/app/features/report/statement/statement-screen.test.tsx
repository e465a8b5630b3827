// @module-tag operation
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { Finances } from '#contract/report/dashboard.ts'
import type { Statement } from '#contract/report/statement.ts'
import { readDay } from '#web/ui/typed-day.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, field, renderScreen, signIn, signInOrganizer } from '#web-test/render-screen.tsx'
import StatementScreen from './statement-screen.tsx'

// `/empresa/extrato` and `/organizador/extrato`: docs/algorithms/report.md.

const TOTAL: Finances = {
  received: '107.50',
  returned: '0.00',
  moved: '0.00',
  balance: '107.50',
  owed_back: '0.00',
  fees: '7.50',
  setup_fee: '0.00',
  card_fees: '0.00',
  cash: '0.00',
  net: '100.00',
  repeated: '0.00',
}
const STATEMENT: Statement = {
  total: TOTAL,
  organizers: [
    {
      id: 4,
      name: 'Ilha Run',
      total: TOTAL,
      events: [{ id: 7, title: 'Corrida da Ilha', date_event: '01/03/2031', total: TOTAL }],
    },
  ],
  by_method: [
    { type: 0, payments: 1, received: '107.50', returned: '0.00', moved: '0.00', balance: '107.50' },
  ],
  by_day: [{ ...TOTAL, day: '01/11/2026' }],
  donations: [],
  choices: { organizers: [{ id: 4, name: 'Ilha Run' }], events: [{ id: 7, name: 'Corrida da Ilha' }] },
}
const COMPANY = '/empresa/extrato'

test('Empresa filters by organizer, event and period; the URL holds the filters, and changing the organizer clears the event', async () => {
  signIn(['Empresa'])
  answerCalls({ 'GET /enterprise/statement': { body: { data: STATEMENT } } })
  const location = await renderScreen(<StatementScreen />, { route: COMPANY, path: `${COMPANY}?evento=7` })
  const events = page.getByRole('table', { name: 'Eventos de Ilha Run' })
  for (const words of ['Corrida da Ilha', 'R$ 107,50', 'R$ 7,50', 'R$ 100,00'])
    await expectText(events, words)
  await expectText(page.getByRole('table', { name: 'Formas de pagamento' }), 'Pix')
  await expectText(page.getByRole('region', { name: 'Totais' }), 'serviço R$ 7,50 · setup R$ 0,00')
  await field('Organizador').selectOptions('Ilha Run')
  await expect.poll(() => location().search).toBe('?organizador=4')
  await field('Evento').selectOptions('Corrida da Ilha')
  await expect.poll(() => location().search).toBe('?organizador=4&evento=7')
  await expect.poll(() => sentCalls('GET /enterprise/statement?organizer_id=4&event_id=7')).toHaveLength(1)
  answerCalls({ 'GET /enterprise/statement': { body: { data: { ...STATEMENT, organizers: [] } } } })
  await button('Mês passado').click()
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  expect(location().search).toMatch(/^\?organizador=4&evento=7&de=\d{4}-\d\d-01&ate=/)
})

test('an organizer can only filter by event', async () => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/statement': { body: { data: STATEMENT } } })
  await renderScreen(<StatementScreen />, { route: '/organizador/extrato' })
  await expect.element(page.getByRole('heading', { name: 'Por evento' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: /^Eventos/ })).toBeVisible()
  await expect.element(field('Organizador')).not.toBeInTheDocument()
})

test("'Erro ao listar os registros.' can be retried", async () => {
  signIn(['Empresa'])
  answerCalls({ 'GET /enterprise/statement': { status: 500 } })
  await renderScreen(<StatementScreen />, { route: COMPANY })
  await expectText(page.getByRole('alert'), 'Erro ao listar os registros.')
  answerCalls({ 'GET /enterprise/statement': { body: { data: STATEMENT } } })
  await button('Tentar novamente').click()
  await expect.element(page.getByRole('table', { name: 'Dias' })).toBeVisible()
})

test('tables of more than one row end with their totals', async () => {
  signInOrganizer()
  const half = { ...TOTAL, received: '53.75', fees: '3.75', net: '50.00' }
  const data: Statement = {
    ...STATEMENT,
    organizers: STATEMENT.organizers.map((organizer) => ({
      ...organizer,
      events: [1, 2].map((id) => ({ id, title: `Corrida ${id}`, date_event: '01/03/2031', total: half })),
    })),
    by_method: [0, 1].map((type) => ({
      type,
      payments: 2,
      received: '53.75',
      returned: '1.00',
      moved: '0.00',
      balance: '52.75',
    })),
    by_day: ['02/11/2026', '01/11/2026'].map((day) => ({ ...half, day })),
  }
  answerCalls({ 'GET /organizer/statement': { body: { data } } })
  await renderScreen(<StatementScreen />, { route: '/organizador/extrato' })
  const total = (table: RegExp) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: 'Total' })
  await expectText(total(/^Eventos/), 'R$ 107,50')
  await expectText(total(/^Eventos/), 'R$ 100,00')
  await expectText(total(/^Formas/), 'Total4R$ 107,50R$ 2,00R$ 105,50')
  await expectText(total(/^Dias/), 'R$ 107,50')
})

test('several months are folded, each with its subtotal', async () => {
  signInOrganizer()
  const day = (date: string, net: string) => ({ ...TOTAL, day: date, net })
  const by_day = [day('02/11/2026', '10.00'), day('01/11/2026', '20.50'), day('31/10/2026', '7.00')]
  answerCalls({ 'GET /organizer/statement': { body: { data: { ...STATEMENT, by_day } } } })
  await renderScreen(<StatementScreen />, { route: '/organizador/extrato' })
  const months = page.getByRole('group').filter({ hasText: 'Líquido' })
  await expect.element(months).toHaveLength(2)
  await expectText(months.nth(0), 'novembro de 2026Líquido: R$ 30,50')
  await expectText(months.nth(1), 'outubro de 2026Líquido: R$ 7,00')
  const november = page.getByRole('table', { name: 'Dias de novembro de 2026' })
  await expect.element(november).not.toBeInTheDocument()
  await months
    .nth(0)
    .getByText(/^novembro de 2026/)
    .click()
  await expectText(november.getByRole('row').last(), 'R$ 30,50')
})

test.each([
  ['yesterday', -1],
  ['tomorrow', 1],
])('a day without a year means the last one: %s', async (_, shift) => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/statement': { body: { data: STATEMENT } } })
  await renderScreen(<StatementScreen />)
  const today = dayIn(undefined, new Date())
  const typed = toBrazilianDate(addDays(today, shift)).slice(0, 5)
  await field('Data inicial').fill(typed)
  await userEvent.tab()
  const { day = today } = readDay(typed, today, 'past')
  await expect.element(field('Data inicial')).toHaveValue(toBrazilianDate(day))
})
