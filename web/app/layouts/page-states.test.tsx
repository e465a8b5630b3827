import { IconCash } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import EventPanelScreen from '#web/features/report/event/event-panel-screen.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { answerCalls } from '#web-test/answers.ts'
import { expectText, renderScreen, signIn, signInOrganizer } from '#web-test/render-screen.tsx'

test.each([
  [403, 'Você não tem permissão para esta ação.'],
  [404, 'Evento não encontrado.'],
])(
  'a refusal (%i) is shown immediately, with a link to continue and without a retry',
  async (status, message) => {
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
  },
)

test('a card of figures fits a large amount in one line', async () => {
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

test("the title of a record's page contains its name", async () => {
  await renderScreen(<PageHeader title="Participantes" tab="Participantes · Corrida da Ilha" />)
  await expect.poll(() => document.title).toBe('Participantes · Corrida da Ilha · Largada')
})
