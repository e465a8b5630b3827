// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { PRODUCER } from '#web-test/producer.ts'
import { button, expectText, renderScreen, signInOrganizer, toast } from '#web-test/render-screen.tsx'
import EventProducersScreen from './event-producers-screen.tsx'

// Specification, page 2, §2: 'Realizadores - {event title}'.

const LIST = 'GET /organizer/producers/event/3'
const REMOVE = 'DELETE /organizer/producers/7/events/3'
const event = { id: 3, title: 'Corrida da Ilha' }

const show = () =>
  renderScreen(<EventProducersScreen />, {
    route: '/organizador/eventos/:id/realizadores',
    path: '/organizador/eventos/3/realizadores',
  })

test('removes a realizador from the event after a confirmation; an empty list links to the realizadores', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: { body: { data: [PRODUCER], event } } })
  await show()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Realizadores - Corrida da Ilha')
  const remove = button('Remover Passo Firme do evento')
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(sentCalls(REMOVE)).toEqual([])

  await remove.click()
  answerCalls({ [REMOVE]: { status: 500 } })
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
  await expect.element(toast('Erro ao remover o realizador do evento.')).toBeVisible()
  answerCalls({ [REMOVE]: {}, [LIST]: { body: { data: [], event } } })
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
  await expect.element(toast('Realizador removido do evento com sucesso!')).toBeVisible()
  await expect.element(page.getByText('Nenhum registro encontrado.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver realizadores' }))
    .toHaveAttribute('href', '/organizador/realizadores')
})

test('adds a realizador: offers those who are not in the event, and refuses an empty selection', async () => {
  signInOrganizer()
  const other = { ...PRODUCER, id: 8, fantasy_name: 'Trilha Azul', events: [] }
  const gone = { ...other, id: 9, fantasy_name: 'Bloqueada', blocked_at: '2026-11-02T12:00:00Z' }
  answerCalls({
    [LIST]: { body: { data: [PRODUCER], event } },
    'GET /organizer/producers': { body: { data: [PRODUCER, other, gone] } },
  })
  await show()
  await button('Adicionar realizador').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expectText(dialog, 'Selecione um realizador para continuar!')
  await dialog.getByRole('combobox', { name: 'Realizador' }).click()
  expect(
    page
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['Trilha Azul'])
  await page.getByRole('option', { name: 'Trilha Azul' }).click()
  answerCalls({
    'POST /organizer/producers/add-event': {},
    [LIST]: { body: { data: [PRODUCER, other], event } },
  })
  await dialog.getByRole('button', { name: 'Adicionar' }).click()
  await expect.element(toast('Realizador relacionado ao evento com sucesso!')).toBeVisible()
  expect(sentCalls('POST /organizer/producers/add-event')[0]?.body).toEqual({ organizer_id: 8, event_id: 3 })
  await expect.element(page.getByRole('link', { name: 'Trilha Azul' })).toBeVisible()
})

test('shows why an event is refused', async () => {
  signInOrganizer()
  answerCalls({ [LIST]: { status: 404, body: { message: 'Evento não encontrado.' } } })
  await show()
  await expectText(page.getByRole('alert'), 'Evento não encontrado.')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Realizadores')
})

test('without edit-realizador nobody can be removed', async () => {
  signInOrganizer(['view-realizadores'])
  answerCalls({ [LIST]: { body: { data: [PRODUCER], event } } })
  await show()
  await expect.element(page.getByRole('link', { name: 'Passo Firme' })).toBeVisible()
  for (const name of [/^Remover/, 'Adicionar realizador'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
})
