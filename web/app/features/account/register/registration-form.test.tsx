// @module-tag operation
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  chooseFile,
  closeToasts,
  expectFieldError,
  expectFieldErrors,
  field,
  renderScreen,
  toast,
} from '#web-test/render-screen.tsx'
import { RegistrationForm } from './registration-form.tsx'

// Specification, page 1: §2.3 form, §5 rules, §8 messages of the registration.

const submit = () => button('Cadastrar').click()
const open = () => renderScreen(<RegistrationForm />, { route: '/register' })

const consent = () => page.getByRole('checkbox', { name: /^Li e aceito/ })
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

async function fillIn(): Promise<void> {
  const texts = {
    Nome: 'Caio Moura',
    Email: 'caio@exemplo.test',
    Senha: 'corro aos sábados',
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
  await consent().click()
  await button('Aceitar').click()
}

/** The text inputs of the form. */
const typedFields = () =>
  Array.from(document.querySelectorAll('input')).filter(({ type }) =>
    ['text', 'email', 'password', 'tel'].includes(type),
  )

test('at most 12 fields have to be typed when the CEP is found, including optional ones, and none repeats another', async () => {
  answerCalls(PLACES)
  await open()
  expect(typedFields()).toHaveLength(15)
  await field('CEP').fill('01001-000')
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
  const left = typedFields().filter(({ value }) => value === '')
  expect(left.map(({ name }) => name)).toEqual([
    'name',
    'cpf',
    'rg',
    'birth_date',
    'email',
    'password',
    'phone',
    'emergency_contact',
    'emergency_contact_phone',
    'address.number',
    'address.complement',
  ])
  expect(left.length + 1, 'with the CEP').toBeLessThanOrEqual(12)
})

const KEYBOARDS = [
  ['Nome', null, 'name'],
  ['CPF', 'numeric', null],
  ['RG (opcional)', 'numeric', null],
  ['Data de nascimento', 'numeric', 'bday'],
  ['Email', null, 'email'],
  ['Senha', null, 'new-password'],
  ['Telefone', 'tel', 'tel-national'],
  ['Telefone de emergência', 'tel', 'off'],
  ['CEP', 'numeric', 'postal-code'],
  ['Endereço', null, 'address-line1'],
  ['Complemento (opcional)', null, 'address-line2'],
  ['Bairro', null, 'address-line3'],
] as const
test('each field sets its keyboard and its autofill hint', async () => {
  await open()
  for (const [label, inputMode, autoComplete] of KEYBOARDS) {
    const element = field(label).element()
    expect(element.getAttribute('inputmode'), label).toBe(inputMode)
    expect(element.getAttribute('autocomplete'), label).toBe(autoComplete)
  }
  expect(field('Email').element()).toHaveProperty('type', 'email')
})

test('the page has three sections and shows what each of them lacks', async () => {
  answerCalls(PLACES)
  await open()
  const parts = page.getByRole('navigation', { name: 'Partes do cadastro' }).getByRole('link')
  const said = () => parts.elements().map((part) => part.textContent)
  expect(said()).toEqual([
    '1Você, faltam 4 campos',
    '2Contato, faltam 5 campos',
    '3Endereço, faltam 6 campos',
  ])
  await field('CEP').fill('01001-000')
  await expect.poll(said).toContain('3Endereço, falta 1 campo')
  await fillIn()
  await expect.poll(said).toEqual(['Você, completo', 'Contato, completo', 'Endereço, completo'])
  await expect.element(parts.nth(1)).toHaveAttribute('href', '#contato')
  await expect
    .element(page.getByRole('region', { name: 'Como falar com você' }))
    .toHaveAttribute('id', 'contato')
})

/** Lists the messages in a table of cases, for the title of the test. */
const words = (rows: readonly (readonly unknown[])[]) => rows.map((row) => `'${row.at(-1)}'`).join(', ')

const REQUIRED = [
  ['Nome', 'Nome obrigatório'],
  ['Email', 'Email obrigatório'],
  ['Senha', 'Senha obrigatória'],
  ['CPF', 'CPF obrigatório'],
  ['Data de nascimento', 'Data de nascimento obrigatória'],
  ['Telefone', 'Telefone obrigatório'],
  ['Contato de emergência', 'Contato de emergência obrigatório'],
  ['Telefone de emergência', 'Telefone de emergência obrigatório'],
  ['CEP', 'CEP obrigatório'],
  ['Endereço', 'Endereço obrigatório'],
  ['Número', 'Número obrigatório'],
  ['Bairro', 'Bairro obrigatório'],
  ['Cidade', 'Cidade obrigatória'],
  ['Estado', 'Estado obrigatório'],
] as const

test(`reports all errors at once, sends nothing and focuses the first field: ${words(REQUIRED)}`, async () => {
  await open()
  await submit()
  await expectFieldErrors(REQUIRED)
  // Plus the errors of sex and terms.
  expect(page.getByText(/ obrigatóri[oa]$/).elements()).toHaveLength(REQUIRED.length + 2)
  await expect.element(page.getByText('O campo é obrigatório', { exact: true })).toBeVisible()
  for (const optional of ['RG (opcional)', 'Complemento (opcional)'])
    await expect.element(field(optional)).not.toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('Nome')).toHaveFocus()

  await field('Nome').fill('Caio Moura')
  await expect.element(page.getByText('Nome obrigatório')).not.toBeInTheDocument()
  await submit()
  await expect.element(field('CPF')).toHaveFocus()
  await expect.element(page.getByText('Aceite os termos obrigatório')).toBeVisible()
  await consent().click()
  await button('Aceitar').click()
  await expect.element(page.getByText('Aceite os termos obrigatório')).not.toBeInTheDocument()
  expect(sentCalls('POST /register')).toEqual([])
})

const INVALID = [
  ['Email', 'caio@', 'Email inválido'],
  ['CPF', '123.456.789-00', 'CPF inválido'],
  ['Telefone', '(21) 9', 'Telefone inválido'],
  ['Data de nascimento', '31/02/1990', 'Data inválida'],
  ['Senha', '1234567', 'O campo precisa ter pelo menos 8 caracteres'],
  ['CEP', '0100', 'CEP inválido'],
] as const
test(`invalid values: ${words(INVALID)}`, async () => {
  await open()
  for (const [label, typed] of INVALID) await field(label).fill(typed)
  await submit()
  await expectFieldErrors(INVALID.map(([label, , message]) => [label, message]))
})

test('validates a field on blur, again while it is corrected, and never while it is empty', async () => {
  await open()
  for (const [label, typed, message] of INVALID) {
    await field(label).fill(typed)
    await userEvent.keyboard('{Tab}')
    await expectFieldError(field(label), message)
  }
  await field('Nome').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('Nome obrigatório')).not.toBeInTheDocument()
  ;(page.getByRole('radio', { name: 'Masculino' }).element() as HTMLInputElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText('O campo é obrigatório', { exact: true })).not.toBeInTheDocument()
  await field('CPF').fill('529.982.247-25')
  await field('Email').fill('caio@exemplo.test')
  for (const message of ['CPF inválido', 'Email inválido'])
    await expect.element(page.getByText(message)).not.toBeInTheDocument()
})

test('tells while one types how easy the password is to guess, and reports a refused one on blur', async () => {
  const OWN = 'A senha não pode ser o seu nome nem o seu e-mail, mesmo com números. Escolha outra.'
  await open()
  const meter = () => document.querySelector('p[aria-live]')?.textContent
  const contact = () =>
    page.getByRole('navigation', { name: 'Partes do cadastro' }).getByRole('link').nth(1).element()
  answerCalls(PLACES)
  await fillIn()
  await field('Nome').fill('Caio Moura')
  for (const [password, words, isDone] of [
    ['curta', 'Curta: use pelo menos 8 caracteres', false],
    ['qwertyuiop', 'Esta senha é uma das mais usadas no mundo e fácil de adivinhar. Escolha outra.', false],
    ['caiomoura1990', OWN, false],
    ['zumbidos', 'Razoável: com mais uma palavra fica boa', true],
    ['corro aos sábados', 'Forte', true],
  ] as const) {
    await field('Senha').fill(password)
    await expect.poll(meter).toBe(`Força da senha: ${words}`)
    expect(contact().textContent?.includes('completo'), password).toBe(isDone)
  }
  await field('Senha').fill('caiomoura1990')
  await userEvent.keyboard('{Tab}')
  await expectFieldError(field('Senha'), OWN)
  expect(meter(), 'the reason is told once').toBe('Força da senha: Fraca')
  await field('Senha').fill('corro aos sábados')
  await expect.element(page.getByText(OWN)).not.toBeInTheDocument()
})

test('a section is complete only while none of its fields is invalid, also according to the server', async () => {
  answerCalls({
    ...PLACES,
    'POST /register': { status: 422, body: { errors: { cpf: ['CPF já cadastrado'] } } },
  })
  await open()
  const parts = page.getByRole('navigation', { name: 'Partes do cadastro' })
  const you = () => parts.getByRole('link').first().element().textContent
  await fillIn()
  await expect.poll(you).toBe('Você, completo')
  await field('Data de nascimento').fill('31/02/1990')
  await expect.poll(you).toBe('1Você, falta 1 campo')
  await field('Data de nascimento').fill('29/02/1988')
  await submit()
  await expectFieldError(field('CPF'), 'CPF já cadastrado')
  await expect.poll(you).toBe('1Você, falta 1 campo')
})

const MASKS = [
  ['CPF', '52998224725', '529.982.247-25'],
  ['Telefone', '21987654321', '(21) 98765-4321'],
  ['Telefone de emergência', '2133334444', '(21) 3333-4444'],
  ['Data de nascimento', '29021988', '29/02/1988'],
  ['CEP', '01001000', '01001-000'],
] as const
test('masks input while the user types; the password can be shown and hidden', async () => {
  await open()
  for (const [label, typed, shown] of MASKS) {
    await userEvent.type(field(label), typed)
    await expect.element(field(label)).toHaveValue(shown)
  }
  await expect.element(field('Senha')).toHaveAttribute('type', 'password')
  await button('Mostrar ou ocultar senha').click()
  await expect.element(field('Senha')).toHaveAttribute('type', 'text')
})

test("8 digits fill address, district, city and state, which stay editable; fewer, or 'CEP não encontrado.', clear them", async () => {
  answerCalls(PLACES)
  await open()
  await userEvent.type(field('CEP'), '01001000')
  await expect.element(field('Endereço')).toHaveValue('Praça da Sé')
  await expect.element(field('Bairro')).toHaveValue('Sé')
  await expect.element(field('Estado')).toHaveValue('SP')
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
  await field('Endereço').fill('Praça da Sé, lado par')
  await field('Cidade').fill('campinas')
  await page.getByRole('option', { name: 'Campinas', exact: true }).click()
  await expect.element(field('Endereço')).toHaveValue('Praça da Sé, lado par')
  await expect.element(field('Cidade')).toHaveValue('Campinas')

  await field('CEP').click()
  await userEvent.keyboard('{End}{Backspace}')
  for (const label of ['Endereço', 'Bairro', 'Estado', 'Cidade'])
    await expect.element(field(label)).toHaveValue('')

  await field('CEP').fill('01001-000')
  await expect.element(field('Bairro')).toHaveValue('Sé')
  await field('CEP').fill('99999-999')
  await expectFieldError(field('CEP'), 'CEP não encontrado.')
  await expect.element(field('Bairro')).toHaveValue('')
})

test("a CEP that cannot be looked up: 'Erro ao buscar CEP.'", async () => {
  await open()
  await field('CEP').fill('01001-000')
  await expectFieldError(field('CEP'), 'Erro ao buscar CEP.')
})

test('another state clears the city, which is disabled without a state', async () => {
  answerCalls(PLACES)
  await open()
  await expect.element(field('Cidade')).toBeDisabled()
  await field('CEP').fill('01001-000')
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
  await field('Estado').selectOptions('BA')
  await expect.element(field('Cidade')).toHaveValue('')
  await field('Cidade').fill('xyz')
  await expect.element(page.getByText('Sem opções')).toBeVisible()
  await field('Cidade').fill('feira de')
  await page.getByRole('option', { name: 'Feira de Santana' }).click()
  await expect.element(field('Cidade')).toHaveValue('Feira de Santana')
})

test("§8 'Erro ao consultar as cidades.': the city can be typed", async () => {
  await open()
  await field('Estado').selectOptions('AC')
  await expect.element(toast('Erro ao consultar as cidades.')).toBeVisible()
  await field('Cidade').fill('Xapuri')
  await expect.element(field('Cidade')).toHaveValue('Xapuri')
})

const REFUSED = [
  [new File(['eu'], 'eu.txt', { type: 'text/plain' }), 'Escolha uma imagem ou um PDF'],
  [
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'eu.png', { type: 'image/png' }),
    'O arquivo pode ter no máximo 10 MB',
  ],
] as const
test(`a file: an image is previewed, a PDF is a link, other files are refused: ${words(REFUSED)}`, async () => {
  const FILE_FIELD = 'Foto ou documento (opcional)'
  await open()
  chooseFile(field(FILE_FIELD), new File([PIXEL], 'eu.png', { type: 'image/png' }))
  await expect.poll(() => page.getByAltText('Prévia da foto').element()).toHaveProperty('naturalWidth', 1)
  await button('Remover').click()
  await expect.element(page.getByAltText('Prévia da foto')).not.toBeInTheDocument()

  for (const [file, message] of REFUSED) {
    chooseFile(field(FILE_FIELD), file)
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(page.getByText(file.name)).not.toBeInTheDocument()
  }

  chooseFile(field(FILE_FIELD), new File(['%PDF-1.4'], 'rg.pdf', { type: 'application/pdf' }))
  await expect.element(page.getByText('rg.pdf')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ver PDF' }))
    .toHaveAttribute('href', expect.stringMatching(/^blob:/))
})

test('a chosen file is sent as multipart form data with the other fields', async () => {
  answerCalls({ ...PLACES, 'POST /register': { status: 201, body: { status: 201 } } })
  await open()
  await fillIn()
  chooseFile(field('Foto ou documento (opcional)'), new File([PIXEL], 'eu.png', { type: 'image/png' }))
  await submit()
  await expect.poll(() => sentCalls('POST /register')).toHaveLength(1)
  const [call] = sentCalls('POST /register')
  const form = call?.body as FormData
  expect(JSON.parse(String(form.get('data')))).toMatchObject({ name: 'Caio Moura', birth_date: '1988-02-29' })
  expect(form.get('image')).toMatchObject({ name: 'eu.png', size: PIXEL.length })
  expect(call?.headers.get('content-type'), 'the browser sets it with the boundary').toBeNull()
})

test("consent dialog: 'Cancelar' closes, 'Aceitar' accepts and closes", async () => {
  await open()
  const dialog = page.getByRole('dialog', {
    name: 'Termo de Consentimento para Tratamento de Dados Pessoais',
  })
  await consent().click()
  await expect.element(dialog).toBeVisible()
  await button('Cancelar').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(consent()).not.toBeChecked()
  await expect.element(consent()).toHaveFocus()

  await button('Ler o termo').click()
  await button('Aceitar').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button('Ler o termo')).toHaveFocus()
  await expect.element(consent()).toBeChecked()
  await consent().click()
  await expect.element(consent()).not.toBeChecked()
})

const FAILURES = [
  [409, { message: 'Conflito', errors: { 'address.zip': ['CEP inválido'] } }, 'Campo "CEP": CEP inválido'],
  [429, { message: 'Muitas tentativas. Aguarde um momento e tente de novo.' }, 'Muitas tentativas.'],
  [500, {}, 'Erro ao registrar participante.'],
  [200, { errors: { 'address.zip': ['CEP inválido'] } }, 'Campo "CEP": CEP inválido'],
  [200, { status: 200 }, 'Erro ao registrar participante.'],
] as const
test(`failures keep the form: ${words(FAILURES)}, and 'Erro de conexão.'`, async () => {
  answerCalls(PLACES)
  const location = await open()
  await fillIn()
  await submit()
  await expect.element(toast('Erro de conexão.')).toBeVisible()
  for (const [status, body, message] of FAILURES) {
    answerCalls({ 'POST /register': { status, body } })
    await submit()
    await expect.element(toast(message)).toBeVisible()
    await expect.element(toast('Erro de validação:')).not.toBeInTheDocument()
    await expect.element(button('Cadastrar')).toBeEnabled()
    await closeToasts()
  }
  expect(location().pathname).toBe('/register')

  // Success means status 201 or this word in the message (§7).
  answerCalls({ 'POST /register': { body: { status: 200, message: 'Participante registrado.' } } })
  await submit()
  await expect.poll(() => location().pathname).toBe('/login')
})

test("refused fields: 'Erro de validação:', a line for each, and the message under each field", async () => {
  const errors = { email: ['Este e-mail já está em uso', 'Outra razão'], 'address.zip': ['CEP inválido'] }
  answerCalls({
    ...PLACES,
    'POST /register': { status: 422, body: { message: 'Erro de validação', errors } },
  })
  await open()
  await fillIn()
  await submit()
  for (const line of [
    'Erro de validação:',
    'Campo "Email": Este e-mail já está em uso',
    'Campo "CEP": CEP inválido',
  ])
    await expect.element(toast(line)).toBeVisible()
  await expectFieldErrors([
    ['Email', 'Este e-mail já está em uso'],
    ['CEP', 'CEP inválido'],
  ])
})

async function tabTo(target: Locator): Promise<boolean> {
  await userEvent.keyboard('{Tab}')
  return document.activeElement === target.element()
}

test('the form can be completed and submitted with the keyboard alone', async () => {
  answerCalls(PLACES)
  await open()
  ;(field('Nome').element() as HTMLInputElement).focus()
  const next = (text = '') => userEvent.keyboard(`${text}{Tab}`)
  await next('Caio Moura')
  await next('52998224725')
  await next('123456789')
  await next('29021988')
  await next(' ') // the sex
  await next() // the file
  await next('caio@exemplo.test')
  await next('corro aos sábados')
  await next() // shows the password
  await next('21987654321')
  await next('Lia Moura')
  await next('21912345678')
  await userEvent.keyboard('01001000')
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
  await next()
  await next() // the street, filled in from the CEP
  await next('100')
  for (const _filled of ['complement', 'district', 'state', 'city', 'promotions', 'updates']) await next()
  await userEvent.keyboard(' ')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
  // The dialog takes the focus twice, so one Tab may be lost.
  await expect.poll(() => tabTo(button('Aceitar'))).toBe(true)
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(consent()).toHaveFocus()
  await next()
  await next() // opens the terms
  await expect.element(button('Cadastrar')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => sentCalls('POST /register'))
    .toMatchObject([{ body: { name: 'Caio Moura', sex: 0, accept_terms: true } }])
})
