// @module-tag operation
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { BECOME_RUNNER_PATH } from '#web/paths.ts'
import { getSession } from '#web/session/session.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { PLACES } from '#web-test/places.ts'
import { button, expectFieldError, field, renderScreen, signIn, toast } from '#web-test/render-screen.tsx'
import BecomeRunnerScreen from './become-runner-screen.tsx'

const POST = 'POST /me/runner'

function open() {
  onTestFinished(() => localStorage.clear())
  signIn(['Organizador'])
  answerCalls(PLACES)
  return renderScreen(<BecomeRunnerScreen />, { route: BECOME_RUNNER_PATH })
}

async function fillIn(): Promise<void> {
  const texts = {
    CPF: '529.982.247-25',
    'Data de nascimento': '29/02/1988',
    Telefone: '(21) 98765-4321',
    'Contato de emergência': 'Lia Moura',
    'Telefone de emergência': '(21) 91234-5678',
    CEP: '01001-000',
    Número: '100',
  }
  for (const [label, text] of Object.entries(texts)) await field(label).fill(text)
  await page.getByRole('radio', { name: 'Masculino' }).click()
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).click()
  await button('Aceitar').click()
}

test('does not ask for name, e-mail and password, which the account has; sends nothing while fields are empty', async () => {
  await open()
  for (const label of ['Nome', 'Email', 'Senha'])
    await expect.element(page.getByLabelText(label, { exact: true })).not.toBeInTheDocument()
  await button('Salvar').click()
  await expect.element(toast('Por favor, corrija os campos destacados.')).toBeVisible()
  await expectFieldError(field('CPF'), 'CPF obrigatório')
  await expect.element(field('CPF')).toHaveFocus()
  expect(sentCalls(POST)).toEqual([])
})

test("the account becomes a runner's; phone and CPF are sent as digits", async () => {
  const location = await open()
  await fillIn()
  await field('RG (opcional)').fill('12.345.678-9')
  const user = getSession()?.user
  answerCalls({
    [POST]: { status: 201, body: { message: 'Agora você também corre.' } },
    'GET /me': { body: { data: { user, roles: ['Participante', 'Organizador'], permissions: [] } } },
  })
  await button('Salvar').click()
  await expect.element(toast('Agora você também corre.')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
  expect(sentCalls(POST)[0]?.body).toMatchObject({
    cpf: '52998224725',
    rg: '123456789',
    birth_date: '1988-02-29',
    sex: 0,
    phone: '21987654321',
    emergency_contact: 'Lia Moura',
    address: { zip: '01001000', number: '100', city: 'São Paulo', state: 'SP' },
    receive_promotions: false,
    accept_terms: true,
  })
  expect(sentCalls('GET /me')[0]?.headers.get('x-role')).toBe('Participante')
  expect(getSession()).toMatchObject({
    roles: ['Participante'],
    heldRoles: ['Participante', 'Organizador'],
  })
})

test('the CPF of another account is reported at its field, and the typed data stay', async () => {
  await open()
  await fillIn()
  const message = 'Este CPF já está cadastrado.'
  answerCalls({ [POST]: { status: 422, body: { message, errors: { cpf: [message] } } } })
  await button('Salvar').click()
  await expectFieldError(field('CPF'), message)
  await expect.element(field('Contato de emergência')).toHaveValue('Lia Moura')
  expect(getSession()?.roles).toEqual(['Organizador'])
})
