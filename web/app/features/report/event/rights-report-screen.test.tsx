import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { EventRights } from '#contract/report/rights.ts'
import { answerCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signInOrganizer } from '#web-test/render-screen.tsx'
import RightsReportScreen from './rights-report-screen.tsx'

const RULE = {
  id: 4,
  name: 'PCD',
  source_url: 'https://exemplo.test/lei',
  rate: '50.00',
  off_reason: null,
  is_on: true,
  claims: 1_200,
  granted: 0,
  open: 100,
  approved: 1_000,
  rejected: 60,
  unused: 40,
  discount: '55000.00',
  quota: 2_000,
  used: 1_100,
  reasons: [{ reason: 'Laudo vencido.', claims: 60 }],
}
const REPORT: EventRights = {
  event: { id: 7, title: 'Corrida da Ilha', date_event: '10/03/2031' },
  rules: [
    RULE,
    {
      ...RULE,
      id: 5,
      name: 'Meia-entrada',
      is_on: false,
      off_reason: 'A lei não vale aqui.',
      quota: null,
      reasons: [],
    },
  ],
}

test('shows the figures of each rule, which are printed or saved as a file', async () => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/events/7/rights-report': { body: { data: REPORT } } })
  await renderScreen(<RightsReportScreen />, {
    route: '/organizador/eventos/:id/direitos/relatorio',
    path: '/organizador/eventos/7/direitos/relatorio',
  })
  const row = page.getByRole('row').filter({ hasText: 'PCD' })
  await expectText(row, 'PCD50%1.2000100')
  await expectText(row, '55.000,00')
  await expectText(page.getByRole('main'), 'PCD, motivos das recusas: Laudo vencido. (60)')
  await expectText(page.getByRole('main'), 'Meia-entrada está desligado: A lei não vale aqui.')
  await expectText(page.getByRole('row').filter({ hasText: 'Meia-entrada (desligado)' }), 'sem limite')
  await expect.element(button('Baixar CSV: Descontos por direito')).toBeVisible()
  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  await button('Imprimir').click()
  expect(print).toHaveBeenCalledOnce()
})
