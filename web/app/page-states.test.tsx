import { IconCash } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../test/answers.ts'
import { expectText, renderScreen, signIn, signInOrganizer } from '../test/render-screen.tsx'
import { StatCard } from './features/backoffice/home/stat-card.tsx'
import EventPanelScreen from './features/report/event/event-panel-screen.tsx'
import { Money } from './ui/money.tsx'
import { PageHeader } from './ui/page-header.tsx'

test.each([
  [403, 'Você não tem permissão para esta ação.'],
  [404, 'Evento não encontrado.'],
])('a refusal (%i) is said at once, with a way on and without trying again', async (status, message) => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/events/7/dashboard': { status, body: { message } } })
  await renderScreen(<EventPanelScreen />, {
    route: '/organizador/eventos/:id/painel',
    path: '/organizador/eventos/7/painel',
  })
  const alert = page.getByRole('alert')
  await expectText(alert, message)
  await expect
    .element(alert.getByRole('link', { name: 'Ir para o meu início' }))
    .toHaveAttribute('href', '/pagina-inicial')
  await expect.element(page.getByRole('button', { name: 'Tentar novamente' })).not.toBeInTheDocument()
  expect(document.querySelector('[aria-busy=true]')).toBeNull()
})

test('a card of figures holds a large amount on one line', async () => {
  signIn(['Admin'])
  await renderScreen(
    <div style={{ width: 248 }}>
      <StatCard icon={IconCash} label="Bruto recebido" value={<Money value="123456789.90" />} />
    </div>,
  )
  const amount = page.getByText('R$ 123.456.789,90').element()
  const { lineHeight } = getComputedStyle(amount)
  expect(amount.getBoundingClientRect().height).toBeLessThan(Number.parseFloat(lineHeight) * 1.5)
  const card = amount.closest('section')?.getBoundingClientRect().right ?? 0
  expect(amount.getBoundingClientRect().right).toBeLessThan(card)
})

test('the tab of a record carries its name', async () => {
  await renderScreen(<PageHeader title="Participantes" tab="Participantes · Corrida da Ilha" />)
  await expect.poll(() => document.title).toBe('Participantes · Corrida da Ilha · Largada')
})
