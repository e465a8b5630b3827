// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { QueryProvider } from '#web/api/query-provider.tsx'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { WaitingRoomCard } from './waiting-room-card.tsx'

const PATH = '/organizer/events/7/waiting-room'
const CLOSED = { is_marked: false, is_open: false, waiting: 0, admitted: 0, per_minute: 0 }
const OPEN = { is_marked: true, is_open: true, waiting: 1_250, admitted: 1, per_minute: 600 }

/** The drawn track covers the input of the switch. */
const press = () => page.getByRole('switch', { name: /^Abrir para esta corrida/ }).click({ force: true })

const show = () =>
  renderScreen(
    <QueryProvider>
      <WaitingRoomCard eventId={7} />
    </QueryProvider>,
  )

test('activates the queue and shows how many people wait', async () => {
  signIn(['Organizador'])
  answerCalls({
    [`GET ${PATH}`]: { body: { data: CLOSED } },
    [`PUT ${PATH}`]: { body: { data: OPEN, message: 'Sala de espera aberta.' } },
  })
  await show()
  await expect.element(page.getByText('Fechada: todos entram direto.')).toBeVisible()
  await press()
  await expect
    .element(page.getByText('Aberta: 1.250 pessoas na fila, 1 pessoa já entraram, 600 pessoas por minuto.'))
    .toBeVisible()
  await expect.element(toast('Sala de espera aberta.')).toBeVisible()
  expect(sentCalls(`PUT ${PATH}`)).toMatchObject([{ body: { is_marked: true } }])
})

test('a failure leaves the switch unchanged', async () => {
  signIn(['Organizador'])
  answerCalls({ [`GET ${PATH}`]: { body: { data: CLOSED } }, [`PUT ${PATH}`]: { status: 500 } })
  await show()
  await press()
  await expect.element(toast('Erro ao mudar a sala de espera.')).toBeVisible()
  await expect.element(page.getByRole('switch')).not.toBeChecked()
})
