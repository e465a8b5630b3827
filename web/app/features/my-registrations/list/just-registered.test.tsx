import { expect, test, vi } from 'vitest'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import { REGISTRATION } from '#web-test/sample-registration.ts'
import { JustRegistered } from './just-registered.tsx'

test('a free registration is celebrated with a picture, loaded only when it is asked for', async () => {
  signIn(['Participante'])
  const ONE = 'GET /participant/registrations/7'
  answerCalls({ [ONE]: { body: { data: REGISTRATION } } })
  const saved = vi.spyOn(URL, 'createObjectURL')
  await renderScreen(<JustRegistered />, {
    route: '/',
    state: { registered: { id: 7, title: 'Corrida do Farol' } },
  })
  await expect.element(button('Compartilhar imagem')).toBeVisible()
  expect(sentCalls(ONE)).toEqual([])
  await button('Compartilhar imagem').click()
  await expect.element(toast('Imagem salva. Compartilhe onde quiser.')).toBeVisible()
  expect(saved.mock.calls[0]?.[0]).toMatchObject({ name: 'minha-corrida.png', type: 'image/png' })
})
