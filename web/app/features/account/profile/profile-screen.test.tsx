// @module-tag operation
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Profile } from '#contract/account/account.ts'
import { answerProfile, PROFILE } from '#web-test/account.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  closeToasts,
  expectFieldError,
  expectFieldErrors,
  expectText,
  field,
  renderScreen,
  signIn,
  toast,
} from '#web-test/render-screen.tsx'
import ProfileScreen from './profile-screen.tsx'

// Specification, page 2: §2 participant profile, §5 and §8 profile.

const SAVE = 'PUT /participant/1/profile'
const title = () => page.getByRole('heading', { level: 1 })
const save = () => button('Salvar').click()

async function open(changes: Partial<Profile> = {}): Promise<void> {
  signIn(['Participante'])
  answerProfile(changes)
  answerCalls(PLACES)
  await renderScreen(<ProfileScreen />, { route: '/participante/perfil' })
  await expect.element(title()).toHaveTextContent('Perfil de Bruna Prado')
}

async function openForm(): Promise<void> {
  await open()
  await button('Editar').click()
  await expect.element(title()).toHaveTextContent('Editar Perfil')
}

test("titles 'Perfil de {name}' and 'Editar Perfil'; 'Voltar' restores the saved values", async () => {
  await open()
  await expect.element(page.getByText('14/08/1991')).toBeVisible()
  await expect.element(page.getByText('(11) 98765-4321')).toBeVisible()
  await button('Editar').click()
  await expect.element(title()).toHaveTextContent('Editar Perfil')
  await field('Nome').fill('Outro Nome')
  await field('Número').fill('999')
  await button('Voltar').click()
  await expect.element(title()).toHaveTextContent('Perfil de Bruna Prado')
  await button('Editar').click()
  await expect.element(field('Nome')).toHaveValue('Bruna Prado')
  await expect.element(field('Número')).toHaveValue('1')
  expect(sentCalls(SAVE)).toEqual([])
})

test('the profile shows that a new e-mail address is not verified yet', async () => {
  await open({ pending_email: 'nova@exemplo.test' })
  await expectText(page.getByRole('alert'), 'abra o link que enviamos para nova@exemplo.test')
})

test("a failed load shows a message and 'Tentar novamente'", async () => {
  signIn(['Participante'])
  answerCalls({ 'GET /participant/1/profile': { status: 500 } })
  await renderScreen(<ProfileScreen />)
  await expectText(page.getByRole('alert'), 'Erro ao consultar o registro.')
  answerProfile()
  await button('Tentar novamente').click()
  await expect.element(title()).toHaveTextContent('Perfil de Bruna Prado')
})

test('phone and CPF are masked, the CPF cannot be edited', async () => {
  await openForm()
  await expect.element(field('Telefone')).toHaveValue('(11) 98765-4321')
  await expect.element(field('CPF')).toHaveValue('529.982.247-25')
  await expect.element(field('CPF')).toHaveAttribute('readonly')
})

const REQUIRED = [
  ['Nome', 'Nome obrigatório'],
  ['Telefone', 'Telefone obrigatório'],
  ['Bairro', 'Bairro obrigatório'],
] as const
test("missing values show an error under each field and 'Por favor, corrija os campos destacados.'", async () => {
  await openForm()
  for (const [label] of REQUIRED) {
    await field(label).click()
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
  }
  await save()
  await expectFieldErrors(REQUIRED)
  await expect.element(field('Nome')).toHaveFocus()
  await expect.element(toast('Por favor, corrija os campos destacados.')).toBeVisible()
  expect(sentCalls(SAVE)).toEqual([])
})

test("a CEP fills the address, fewer digits clear it; 'CEP não encontrado.' and 'Erro ao buscar CEP.'", async () => {
  await openForm()
  await field('Endereço').fill('Outra rua')
  await field('CEP').fill('')
  await userEvent.type(field('CEP'), '01001000')
  await expect.element(field('Endereço')).toHaveValue('Praça da Sé')
  await field('CEP').fill('01001')
  await expect.element(field('Endereço')).toHaveValue('')
  await field('CEP').fill('99999-999')
  await expectFieldError(field('CEP'), 'CEP não encontrado.')
  await field('CEP').fill('01310-100')
  await expectFieldError(field('CEP'), 'Erro ao buscar CEP.')
})

test.each([422, 200])(
  '%i: the password is required only with a changed e-mail; it and an unusable address show the server’s errors',
  async (status) => {
    await openForm()
    await expect.element(field('Sua senha')).not.toBeInTheDocument()
    await field('Email').fill('nova@exemplo.test')
    const needed = 'Digite a sua senha para trocar o e-mail.'
    const taken = 'Este e-mail já está cadastrado.'
    answerCalls({
      [SAVE]: { status, body: { message: 'Erro de validação', errors: { password: [needed] } } },
    })
    await save()
    await expectFieldError(field('Sua senha'), needed)
    await expect.element(field('Sua senha')).toHaveFocus()
    await closeToasts()
    answerCalls({ [SAVE]: { status, body: { message: 'Erro de validação', errors: { email: [taken] } } } })
    await field('Sua senha').fill('uma senha boa')
    await save()
    await expectFieldError(field('Email'), taken)
    await expect.element(field('Email')).toHaveFocus()
    await expectText(toast('Por favor, corrija os campos destacados.'), 'Erro de validação')
    expect(sentCalls(SAVE).at(-1)?.body).toMatchObject({
      email: 'nova@exemplo.test',
      password: 'uma senha boa',
    })

    await field('Email').fill(PROFILE.email)
    await save()
    await expect.poll(() => sentCalls(SAVE)).toHaveLength(3)
    expect(sentCalls(SAVE).at(-1)?.body).not.toHaveProperty('password')
  },
)

test.each([422, 200])('%i: errors of address.* show under their fields', async (status) => {
  await openForm()
  const errors = {
    'address.zip': ['Este CEP não.'],
    'address.state': ['Este estado não.'],
    birth_date: ['Cedo.'],
  }
  answerCalls({ [SAVE]: { status, body: { message: 'Erro de validação', errors } } })
  await save()
  await expectFieldErrors([
    ['CEP', 'Este CEP não.'],
    ['Estado', 'Este estado não.'],
  ])
  await expect.element(field('Data de nascimento')).toHaveFocus()
})

test("no connection: 'Could not connect to the server.'; no message: 'An unexpected error occurred.'", async () => {
  await openForm()
  await save()
  await expect.element(toast('Could not connect to the server.')).toBeVisible()
  await expect.element(title()).toHaveTextContent('Editar Perfil')
  answerCalls({ [SAVE]: { status: 500 } })
  await save()
  await expect.element(toast('An unexpected error occurred.')).toBeVisible()
})

test("'E-mail Alterado' cannot be closed; its only button signs out", async () => {
  await openForm()
  const saved = { ...PROFILE, pending_email: 'nova@exemplo.test', email_changed: true }
  answerCalls({ [SAVE]: { body: { data: saved } } })
  await field('Email').fill('nova@exemplo.test')
  await field('Sua senha').fill('uma senha boa')
  await save()
  const dialog = page.getByRole('dialog', { name: 'E-mail Alterado' })
  await expectText(dialog, 'faça login novamente com o novo e-mail')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByRole('button')).toHaveTextContent('Confirmar e Sair')
})

test('leaving the page with unsaved changes asks for confirmation', async () => {
  signIn(['Participante'])
  answerProfile({})
  answerCalls(PLACES)
  const location = await renderScreen(
    <>
      <ProfileScreen />
      <Link to="/participante/eventos">Minhas inscrições</Link>
    </>,
    { route: '/participante/perfil' },
  )
  await button('Editar').click()
  await field('Nome').fill('Outro Nome')
  await page.getByRole('link', { name: 'Minhas inscrições' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await dialog.getByRole('button', { name: 'Continuar editando' }).click()
  expect(location().pathname).toBe('/participante/perfil')
  await page.getByRole('link', { name: 'Minhas inscrições' }).click()
  await dialog.getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect.poll(() => location().pathname).toBe('/participante/eventos')
})
