import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, toast } from '#web-test/render-screen.tsx'
import DisownScreen from './disown-screen.tsx'

const open = (query = '') =>
  renderScreen(<DisownScreen />, { route: '/nao-sou-eu', path: `/nao-sou-eu${query}` })
const expectDeadLink = () => expectText(page.getByRole('status'), 'O link é inválido')

test('without a token the page explains what to do', async () => {
  await open()
  await expectDeadLink()
  await expect.element(page.getByRole('link', { name: 'Ver as corridas' })).toBeVisible()
})

test('reports a link that is no longer valid; another failure can be retried', async () => {
  await open('?token=velho')
  answerCalls({ 'POST /registrations/disown': { status: 500 } })
  await button('Não conheço esta inscrição').click()
  await expect.element(toast('O aviso não foi enviado. Tente de novo.')).toBeVisible()
  answerCalls({ 'POST /registrations/disown': { status: 400 } })
  await button('Não conheço esta inscrição').click()
  await expectDeadLink()
})
