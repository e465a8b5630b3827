import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { getSession } from '#web/session/session.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import InvitationScreen from './invitation-screen.tsx'

const open = (path = '/convite?token=abc') => renderScreen(<InvitationScreen />, { route: '/convite', path })
const invited = (data: object) => answerCalls({ 'POST /me/invitations/read': { body: { data } } })
const REALIZADOR = { role: 'Organizador', company: 'Ilha Run', type: 1 }

test('without a session the link leads to the log-in, which leads back', async () => {
  const location = await open()
  await expect.poll(() => location().pathname).toBe('/login')
  expect(location().state).toMatchObject({ from: '/convite?token=abc' })
})

test('shows the inviter, the role and what changes, and accepts', async () => {
  onTestFinished(() => localStorage.clear())
  signIn(['Participante'])
  invited(REALIZADOR)
  const location = await open()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Convite para trabalhar como realizador')
  await expectText(page.getByRole('main'), 'Ilha Run convidou a sua conta bruna@exemplo.test.')
  await expectText(page.getByRole('main'), 'Ilha Run passa a ver o e-mail da sua conta.')
  await expect.element(page.getByText('verificação em duas etapas')).not.toBeInTheDocument()
  const roles = ['Organizador', 'Participante']
  answerCalls({
    'POST /me/invitations/accept': { body: { message: 'Convite aceito.', data: { role: 'Organizador' } } },
    'GET /me': { body: { data: { user: getSession()?.user, roles, permissions: ['view-event'] } } },
  })
  await button('Aceitar o convite').click()
  await expect.poll(() => location().pathname).toBe('/organizador/eventos')
  expect(sentCalls('POST /me/invitations/accept')[0]?.body).toEqual({ token: 'abc' })
  expect(getSession()).toMatchObject({ roles, permissions: ['view-event'] })
})

test('announces the second factor to users invited to Admin or Empresa', async () => {
  signIn(['Participante'])
  invited({ role: 'Empresa', company: 'Empresa do Sul', type: null })
  await open()
  await expectText(page.getByRole('main'), 'A verificação em duas etapas passa a ser exigida.')
})

test("explains that the invitation is another account's or was used, without a button to accept", async () => {
  signIn(['Participante'])
  const message = 'Este convite foi enviado a outro e-mail. Entre com a conta que o recebeu.'
  answerCalls({ 'POST /me/invitations/read': { status: 409, body: { message, exception: message } } })
  await open()
  await expectText(page.getByRole('status'), message)
  await expect.element(button('Aceitar o convite')).not.toBeInTheDocument()
})

test('reports a failed acceptance and stays on the page', async () => {
  signIn(['Participante'])
  invited(REALIZADOR)
  await open()
  const message = 'A sua conta já é de um organizador ou realizador.'
  answerCalls({ 'POST /me/invitations/accept': { status: 409, body: { message, exception: message } } })
  await button('Aceitar o convite').click()
  await expect.element(toast(message)).toBeVisible()
  await expect.element(button('Aceitar o convite')).toBeEnabled()
})
