import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '#web-test/answers.ts'
import { button, renderScreen } from '#web-test/render-screen.tsx'
import UndoEmailChangeScreen from './undo-email-change-screen.tsx'

test('an invalid undo link shows an error and links to the recovery', async () => {
  const message = 'O link é inválido, já foi usado ou expirou.'
  answerCalls({ 'POST /email/undo': { status: 400, body: { message } } })
  const location = await renderScreen(<UndoEmailChangeScreen />, {
    route: '/desfazer-email',
    path: '/desfazer-email?token=inventado',
  })
  await button('Desfazer a troca').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  await page.getByRole('link', { name: 'Recuperar o acesso' }).click()
  await expect.poll(() => location().pathname).toBe('/recuperar-senha')
})
