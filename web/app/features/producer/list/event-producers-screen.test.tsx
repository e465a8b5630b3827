import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '../../../../test/answers.ts'
import { PRODUCER } from '../../../../test/producer.ts'
import { button, expectText, renderScreen, signInOrganizer, toast } from '../../../../test/render-screen.tsx'
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

test('unlinks a realizador after a confirmation; an empty list leads to the realizadores', async () => {
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
  await expect.element(page.getByText('Nenhum realizador neste evento')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver realizadores' }))
    .toHaveAttribute('href', '/organizador/realizadores')
})

test('an event that is refused shows why', async () => {
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
  await expect.element(page.getByRole('button', { name: /^Remover/ })).not.toBeInTheDocument()
})
