import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectText,
  renderScreen,
  setScreenSize,
  signIn,
  stopTimers,
  toast,
} from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import MyRegistrationScreen from '../detail/my-registration-screen.tsx'

// Undoing a cancellation on the page of its registration.

const ONE = 'GET /participant/registrations/7'
const UNDO = 'POST /participant/registrations/7/cancel/undo'
const CANCELLED = { ...REGISTRATION, status: 'Cancelado', status_code: 2, can_cancel: false }
const section = page.getByRole('region', { name: 'Mudou de ideia?' })

async function open(registration: object) {
  signIn(['Participante'])
  answerCalls({ [ONE]: { body: { data: registration } } })
  await renderScreen(<MyRegistrationScreen />, {
    route: '/participante/inscricoes/:id',
    path: '/participante/inscricoes/7',
  })
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('shows the time left, undoes, and says why it cannot', async () => {
  await open({ ...CANCELLED, undo_until: inMinutes(9) })
  await expectText(section, 'faltam 08:')
  answerCalls({ [UNDO]: { status: 409, body: { message: 'A vaga já está com outra pessoa.' } } })
  await button('Desfazer cancelamento').click()
  await expect.element(toast('A vaga já está com outra pessoa.')).toBeVisible()
  answerCalls({
    [UNDO]: { body: { message: 'Cancelamento desfeito. A inscrição vale de novo.' } },
    [ONE]: { body: { data: REGISTRATION } },
  })
  await button('Desfazer cancelamento').click()
  await expect.element(toast('Cancelamento desfeito. A inscrição vale de novo.')).toBeVisible()
  expect(sentCalls(UNDO)).toHaveLength(2)
  await expect.element(section).not.toBeInTheDocument()
})

test('the offer ends with its time', { tags: 'operation' }, async () => {
  const runTimers = stopTimers('Interval')
  await open({ ...CANCELLED, undo_until: new Date(Date.now() + 1_500).toISOString() })
  await expect.element(button('Desfazer cancelamento')).toBeVisible()
  answerCalls({ [ONE]: { body: { data: CANCELLED } } })
  await expect
    .poll(async () => {
      await runTimers(1_000)
      return section.elements().length
    })
    .toBe(0)
})

test('a cancellation ends at the head of the page, where it can be undone', async () => {
  await setScreenSize(390, 844)
  await open(REGISTRATION)
  await button('Cancelar inscrição').click()
  answerCalls({
    'DELETE /participant/registrations/7': { body: { message: 'Inscrição cancelada com sucesso.' } },
    [ONE]: { body: { data: { ...CANCELLED, undo_until: inMinutes(9) } } },
  })
  await button('Sim, cancelar').click()
  await expect.element(button('Desfazer cancelamento')).toBeInViewport()
  expect(document.activeElement?.tagName).toBe('HEADER')
})

test('without money the dialog begins with how long it can be undone', async () => {
  await open(REGISTRATION)
  await button('Cancelar inscrição').click()
  await expectText(
    page.getByRole('dialog'),
    'Cancelar esta inscrição?Por 10 minutos você pode desfazer o cancelamento, se a vaga ainda estiver livre.',
  )
})
