import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Consent } from '#contract/account/account.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectFieldError,
  expectText,
  renderScreen,
  signIn,
  toast,
} from '#web-test/render-screen.tsx'
import { ConsentPanel, MyDataPanel } from './privacy-panels.tsx'

// LGPD (data protection law): consents and deletion of the account.

const TERMS: Consent = { kind: 'terms', version: '2026-11', granted: true, at: '2026-11-20T13:21:00Z' }
const promotions = (granted: boolean): Consent => ({ ...TERMS, kind: 'promotions', granted })

const consent = (name: RegExp) => page.getByRole('switch', { name })

test('each marketing consent is given and withdrawn independently', async () => {
  answerCalls({ 'GET /me/consents': { body: { data: [TERMS] } } })
  await renderScreen(<ConsentPanel birthDate="20/05/1990" />)
  await expect.element(consent(/^Promoções/)).not.toBeChecked()
  for (const granted of [true, false]) {
    answerCalls({ 'PUT /me/consents': { body: { data: [TERMS, promotions(granted)] } } })
    await consent(/^Promoções/).click({ force: true })
    await expect.element(toast('Preferências salvas com sucesso.')).toBeVisible()
    await expect.poll(() => (consent(/^Promoções/).element() as HTMLInputElement).checked).toBe(granted)
    await expect.element(consent(/^Promoções/)).toBeEnabled()
    await expect.element(consent(/^Novidades dos eventos/)).not.toBeChecked()
  }
  expect(sentCalls('PUT /me/consents').map(({ body }) => body)).toEqual([
    { receive_promotions: true, receive_event_updates: false },
    { receive_promotions: false, receive_event_updates: false },
  ])
})

test('shows the version of the accepted terms and when they were accepted', async () => {
  answerCalls({ 'GET /me/consents': { body: { data: [TERMS, promotions(false)] } } })
  await renderScreen(<ConsentPanel birthDate="20/05/1990" />)
  const records = page.getByRole('listitem')
  await expectText(records.nth(0), 'Não autorizado em 20/11/2026 às 10:21')
  await expectText(records.nth(1), 'Nunca autorizado')
  await expectText(
    records.filter({ hasText: 'Termo de Consentimento' }),
    'Autorizado em 20/11/2026 às 10:21 · versão 2026-11',
  )
})

test('marketing is not offered to whoever is under 18', async () => {
  answerCalls({ 'GET /me/consents': { body: { data: [TERMS] } } })
  await renderScreen(<ConsentPanel birthDate={`20/05/${new Date().getFullYear() - 12}`} />)
  await expect
    .element(page.getByText('Quem tem menos de 18 anos não recebe comunicações de marketing.'))
    .toBeVisible()
  expect(page.getByRole('switch').elements()).toHaveLength(0)
})

async function confirmDeletion(password: string): Promise<void> {
  await button('Excluir minha conta').click()
  await page.getByRole('dialog').getByLabelText('Senha', { exact: true }).fill(password)
  await button('Excluir definitivamente').click()
}

test.each([422, 200])('%i: a wrong password is refused under its field', async (status) => {
  signIn(['Participante'])
  const errors = { password: ['Senha incorreta.'] }
  answerCalls({ 'DELETE /me': { status, body: { message: 'Erro de validação', errors } } })
  await renderScreen(<MyDataPanel />)
  await confirmDeletion('não é esta')
  await expectFieldError(
    page.getByRole('dialog').getByLabelText('Senha', { exact: true }),
    'Senha incorreta.',
  )
  await button('Cancelar').click()
  await expect.element(button('Excluir minha conta')).toHaveFocus()
  expect(localStorage.getItem('token')).not.toBeNull()
})

test.each([
  'Você tem inscrição ativa em um evento que ainda vai acontecer.',
  'Ainda há dinheiro a resolver: a devolução de R$ 110,00 está a caminho (inscrição 7, Corrida da Ponte).',
])('a refusal by the server is shown in the dialog: %s', async (exception) => {
  answerCalls({ 'DELETE /me': { status: 409, body: { message: exception, exception } } })
  await renderScreen(<MyDataPanel />)
  await confirmDeletion('uma senha boa')
  const alert = page.getByRole('dialog').getByRole('alert')
  await expectText(alert, exception)
  await expect
    .element(alert.getByRole('link', { name: 'Ver minhas inscrições' }))
    .toHaveAttribute('href', '/participante/eventos')
})
