import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web-test/answers.ts'
import { renderLayout, signIn, signInOrganizer } from '#web-test/render-screen.tsx'
import EventLayout from './event-layout.tsx'

const HEAD = {
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
  capacity: 80,
  missing: [] as string[],
  opened: true,
  registrations_over: false,
}
const PATH = '/organizador/eventos/:id/participantes'
const answerHead = (head: Partial<typeof HEAD> = {}) =>
  answerCalls({ 'GET /organizer/events/7/head': { body: { data: { ...HEAD, ...head } } } })
const show = (path = PATH) => renderLayout(<EventLayout />, <h1>Tela</h1>, path.replace(':id', '7'), path)
const tabs = () => page.getByRole('navigation', { name: 'Páginas do evento' }).getByRole('link')
const links = () =>
  tabs()
    .elements()
    .map((tab) => `${tab.textContent} ${tab.getAttribute('href')}`)

test('each page of an event shows its name, date and status, and leads to the others', async () => {
  signInOrganizer()
  answerHead()
  await show()
  await expect.element(page.getByText('Corrida da Ilha')).toBeVisible()
  await expect.element(page.getByText('01/03/2031')).toBeVisible()
  await expect.element(page.getByText('Ativo')).toBeVisible()
  expect(links()).toEqual([
    'Visão geral /organizador/eventos/7/painel',
    'Participantes /organizador/eventos/7/participantes',
    'Editar /organizador/eventos/detalhe/7',
    'Realizadores /organizador/eventos/7/realizadores',
    'Financeiro /organizador/eventos/7/devolucoes',
    'Histórico /organizador/eventos/7/historico',
  ])
  await expect.element(tabs().nth(1)).toHaveAttribute('aria-current', 'page')
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
})

test.each([
  ['view-event', ['Editar', 'Histórico']],
  ['view-event-participants', ['Visão geral', 'Participantes']],
  ['view-realizadores', ['Realizadores']],
  ['view-event-finances', ['Financeiro']],
])('with %s the tabs are %j', async (permission, names) => {
  signInOrganizer([permission])
  answerHead()
  await show()
  await expect.element(page.getByText('Ativo')).toBeVisible()
  expect(
    tabs()
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(names)
})

test('Admin is led to the participants under its own path', async () => {
  signIn(['Admin'], ['view-event-participants'])
  answerHead()
  await show('/event/participants/:id')
  await expect.element(tabs().nth(1)).toHaveAttribute('href', '/event/participants/7')
  await expect.element(tabs().nth(1)).toHaveAttribute('aria-current', 'page')
})

test('an incomplete event is marked as such', async () => {
  signInOrganizer()
  answerHead({ missing: ['kit'] })
  await show()
  await expect.element(page.getByText('Incompleto')).toBeVisible()
})

test('an open event whose registrations have ended says so', async () => {
  signInOrganizer()
  answerHead({ registrations_over: true })
  await show()
  await expect.element(page.getByText('Inscrições encerradas')).toBeVisible()
})

test('a page of an event that cannot be loaded has no tabs', async () => {
  signInOrganizer()
  answerCalls({ 'GET /organizer/events/7/head': { status: 404 } })
  await show()
  await expect.element(page.getByRole('heading', { name: 'Tela' })).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Páginas do evento' })).not.toBeInTheDocument()
})

test('a new event has no tabs', async () => {
  signInOrganizer()
  await show('/organizador/eventos/detalhe/novo')
  await expect.element(page.getByRole('heading', { name: 'Tela' })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
})
