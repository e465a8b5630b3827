// @module-tag operation
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OrganizerEventRow } from '#contract/event-management/organizer-events.ts'
import { PERMISSIONS } from '#contract/roles.ts'
import { answerCalls, listOf, sentCalls } from '#web-test/answers.ts'
import { PLACES } from '#web-test/places.ts'
import { button, expectText, field, renderScreen, signIn } from '#web-test/render-screen.tsx'
import AllEventsScreen from './all-events-screen.tsx'

// Specification, page 2, §2: the events of every organizer, for Admin and Empresa.

const LIST = 'GET /admin/events'
const EVENT: OrganizerEventRow = {
  id: 7,
  slug: 'corrida-da-ilha',
  title: 'Corrida da Ilha',
  date_event: '01/03/2031',
  start_time: '07:00',
  city: 'São Paulo',
  state: 'SP',
  status: 1,
  event_image: null,
  picture: null,
  organizer: 'Ilha Run',
  held: 3,
  capacity: null,
  missing: [],
  opened: true,
  registrations_over: false,
}

test('the URL holds the filters; each event shows its organizer and links to its pages', async () => {
  signIn(['Admin'], Object.keys(PERMISSIONS))
  answerCalls({ ...PLACES, [LIST]: listOf([EVENT]) })
  const location = await renderScreen(<AllEventsScreen />, { route: '/admin/eventos' })
  const row = page.getByRole('row').filter({ hasText: EVENT.title })
  await expectText(row, 'Ilha Run')
  await expectText(row, '3 · sem limite')
  await button(`Ações de ${EVENT.title}`).click()
  for (const [name, href] of [
    ['Editar', '/organizador/eventos/detalhe/7'],
    ['Participantes', '/event/participants/7'],
    ['Ver página', '/events/corrida-da-ilha'],
  ] as const)
    await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('href', href)
  await userEvent.keyboard('{Escape}')

  await field('Título').fill('Ilha')
  await field('Organizador').fill('ilha run')
  await field('Status').selectOptions('Cancelado')
  await field('Estado').selectOptions('SP')
  answerCalls({ [LIST]: listOf([]) })
  await button('Buscar').click()
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  const query = 'title=Ilha&organizer=ilha+run&status=3&state=SP'
  expect(location().search).toBe(`?${query}`)
  expect(sentCalls(`${LIST}?per_page=20&${query}&page=1`)).toHaveLength(1)
  await page.getByRole('link', { name: 'Limpar' }).click()
  await expect.poll(() => location().search).toBe('')
})
