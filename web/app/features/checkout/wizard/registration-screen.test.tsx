import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LOGIN_PATH, WIZARD_PATH } from '#web/paths.ts'
import { answerCalls } from '#web-test/answers.ts'
import {
  button,
  expectFieldError,
  expectFieldErrors,
  expectText,
  field,
  renderScreen,
  signIn,
  toast,
} from '#web-test/render-screen.tsx'
import { EVENT, PROFILE } from '#web-test/sample-event.ts'
import {
  back,
  expectMessage,
  fillPerson,
  group,
  heading,
  next,
  openRegistration,
  openWizard,
  others,
} from '#web-test/wizard.tsx'
import RegistrationScreen from './registration-screen.tsx'

// Specification, page 2: §2, opening the wizard; §5, its first step.

test.each([WIZARD_PATH, `${WIZARD_PATH}?evento=nao-existe`])("%s: 'Evento não encontrado.'", async (path) => {
  signIn(['Participante'])
  answerCalls({ 'GET /events/slug/nao-existe': { status: 404 } })
  const location = await renderScreen(<RegistrationScreen />, { route: WIZARD_PATH, path })
  await expectMessage('Evento não encontrado.')
  await page.getByRole('link', { name: 'Ver corridas' }).click()
  expect(location().pathname).toBe('/')
})

test('sends a guest to the login, which leads back to the page', async () => {
  const path = `${WIZARD_PATH}?evento=${EVENT.slug}`
  const location = await renderScreen(<RegistrationScreen />, { route: WIZARD_PATH, path })
  await expect.poll(location).toMatchObject({ pathname: LOGIN_PATH, state: { from: path } })
})

test('opens with only the event of the navigation state', async () => {
  signIn(['Participante'])
  answerCalls({
    'GET /participant/1/profile': { body: { data: PROFILE } },
    [`GET /events/slug/${EVENT.slug}`]: { body: { data: EVENT } },
  })
  await renderScreen(<RegistrationScreen />, { route: WIZARD_PATH, state: { event: EVENT } })
  await expect.element(heading(0)).toBeVisible()
})

test('a closed event shows that it is closed', async () => {
  await openRegistration({ ...EVENT, status: 0, closed_reason: 'sold_out' })
  await expectMessage('Inscrições encerradas')
  await expect.element(page.getByText('Todas as vagas foram preenchidas.', { exact: false })).toBeVisible()
})

test('an event that is not open yet says when it opens, not that it is closed', async () => {
  await openRegistration({ ...EVENT, status: 0, closed_reason: 'not_yet', start_date: '01/12/2099' })
  await expectMessage('Inscrições em breve')
  await expect.element(page.getByText('As inscrições abrem', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Inscrições encerradas')).not.toBeInTheDocument()
})

test("shows the title 'Inscrição para: {event title}' and the four steps", async () => {
  await openWizard()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(`Inscrição para: ${EVENT.title}`)
  const steps = page.getByRole('navigation', { name: 'Etapas' }).getByRole('listitem')
  expect(steps.elements().map((step) => step.textContent)).toEqual([
    '1Participante',
    '2Modalidade',
    '3Kit',
    '4Confirmação',
  ])
  await expect.element(steps.first()).toHaveAttribute('aria-current', 'step')
})

test('Voltar is disabled at the first step, which shows no Registrar', async () => {
  await openWizard()
  await expect.element(button('Voltar')).toBeDisabled()
  await expect.element(button('Registrar')).not.toBeInTheDocument()
})

test('the last step shows Registrar instead of Próximo; Voltar leads to the one before', async () => {
  await openWizard({ step: 3 })
  await expect.element(button('Próximo')).not.toBeInTheDocument()
  await expect.element(button('Registrar')).toBeEnabled()
  await back()
  await expect.element(heading(2)).toHaveFocus()
})

test('the buyer’s data come from the profile, with a link to change them', async () => {
  await openWizard()
  const card = page.getByRole('region', { name: PROFILE.name })
  for (const value of ['529.982.247-25', '10/05/1992', 'Feminino', '(11) 99999-8888', PROFILE.email])
    await expectText(card, value)
  await expect
    .element(card.getByRole('link', { name: 'Editar perfil' }))
    .toHaveAttribute('href', '/participante/perfil')
})

const REQUIRED = [
  ['Nome', 'Preencha o nome do participante.'],
  ['CPF', 'Preencha o CPF do participante.'],
  ['Telefone', 'Preencha o telefone do participante.'],
  ['Sexo', 'Selecione o sexo do participante.'],
  ['Data de nascimento', 'Preencha a data de nascimento do participante.'],
] as const
test("empty: the toast 'Preencha todos os campos de cadastro dos participantes.' and every field's message", async () => {
  await openWizard()
  await others().click()
  await next()
  await expect.element(toast('Preencha todos os campos de cadastro dos participantes.')).toBeVisible()
  await expectFieldErrors(REQUIRED)
  await expect.element(field('Nome')).toHaveFocus()
  await field('Nome').fill('Ana')
  await expect.element(page.getByText('Preencha o nome do participante.')).not.toBeInTheDocument()
})

const INVALID = [
  ['CPF', '111.111.111-11', 'CPF inválido'],
  ['CPF', '529.982.247-25', 'Este CPF já está nesta inscrição.'],
  ['Telefone', '(11) 99', 'Telefone inválido'],
  ['Data de nascimento', '31/02/1990', 'Data inválida'],
  ['Data de nascimento', '01/01/2999', 'Data inválida'],
] as const
test.each(INVALID)("an additional participant's %s %s: '%s'", async (label, value, message) => {
  await openWizard()
  await others().click()
  await fillPerson({ [label]: value })
  await next()
  await expectFieldError(field(label), message)
  expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1)
  await expect.element(heading(0)).toBeVisible()
})

test('a participant’s field is checked on blur, and again while it is corrected', async () => {
  await openWizard()
  await others().click()
  await field('CPF').fill('111.111.111-11')
  await userEvent.keyboard('{Tab}')
  await expectFieldError(field('CPF'), 'CPF inválido')
  await field('CPF').fill('111.444.777-35')
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('CPF inválido')).not.toBeInTheDocument()
  expect(page.getByText(/^Preencha/).elements()).toHaveLength(0)
})

test('masks: 000.000.000-00 and (00) 00000-0000', async () => {
  await openWizard()
  await others().click()
  await userEvent.type(field('CPF'), '52998224725')
  await userEvent.type(field('Telefone'), '11987654321')
  await expect.element(field('CPF')).toHaveValue('529.982.247-25')
  await expect.element(field('Telefone')).toHaveValue('(11) 98765-4321')
})

test.each([
  ['paid', EVENT, 'Na confirmação você escolhe: um só pagamento para todos ou um para cada pessoa.'],
  [
    'free',
    { ...EVENT, products: EVENT.products.filter(({ value }) => value === '0.00') },
    'Inscreva amigos e família de uma só vez.',
  ],
])('the first step of a %s race promises no payment link for each person', async (_, event, words) => {
  await openWizard({ event })
  await expect.element(others()).toHaveAccessibleDescription(words)
})

test('participants are added and removed; without any the box is unticked', async () => {
  await openWizard()
  await others().click()
  await button('Adicionar participante').click()
  expect(page.getByRole('group', { name: /^Participante/ }).elements()).toHaveLength(2)
  await button('Remover participante 3').click()
  await expect.element(group('Participante 3')).not.toBeInTheDocument()
  await button('Remover participante 2').click()
  await expect.element(others()).not.toBeChecked()
})
