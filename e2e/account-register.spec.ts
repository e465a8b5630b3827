import { expect, type Page, test } from 'playwright/test'
import { acceptConsent, button, expectFieldError, field, fillRegistration, newPerson } from './account.ts'
import { linkSentTo } from './accounts.ts'
import { toast } from './toast.ts'

// Specification, page 1: §2.3 screen, §5 rules, §8 messages of the registration.

const REGISTER = '**/api/v1/register'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const FILE_FIELD = 'Foto ou documento (opcional)'

const open = async (page: Page) => {
  await page.goto('/register')
  await expect(field(page, 'Nome')).toBeEnabled()
}
const submit = (page: Page) => button(page, 'Cadastrar').click()

/** The messages of a table, for the title of its test. */
const words = (rows: readonly (readonly unknown[])[]) => rows.map((row) => `'${row.at(-1)}'`).join(', ')

test.describe('§5 cadastro', () => {
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

  /** And the sex, and the terms. */
  const ALL_REQUIRED = REQUIRED.length + 2

  test(`all errors come at once, nothing is sent and the first field has the focus: ${words(REQUIRED)}`, async ({
    page,
  }) => {
    let sent = false
    page.on('request', (request) => {
      sent ||= request.method() === 'POST'
    })
    await open(page)
    await submit(page)
    for (const [label, message] of REQUIRED) await expectFieldError(field(page, label), message)
    await expect(page.getByText(/ obrigatóri[oa]$/)).toHaveCount(ALL_REQUIRED)
    await expect(page.getByText('O campo é obrigatório', { exact: true })).toBeVisible()
    for (const optional of ['RG (opcional)', 'Complemento (opcional)'])
      await expect(field(page, optional)).not.toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'Nome')).toBeFocused()

    await field(page, 'Nome').fill('Caio Moura')
    await expect(page.getByText('Nome obrigatório')).toBeHidden()
    await submit(page)
    await expect(field(page, 'Email')).toBeFocused()
    await expect(page.getByText('Aceite os termos obrigatório')).toBeVisible()
    await acceptConsent(page)
    await expect(page.getByText('Aceite os termos obrigatório')).toBeHidden()
    expect(sent).toBe(false)
  })

  const INVALID = [
    ['Email', 'caio@', 'Email inválido'],
    ['CPF', '123.456.789-00', 'CPF inválido'],
    ['Telefone', '(21) 9', 'Telefone inválido'],
    ['Data de nascimento', '31/02/1990', 'Data inválida'],
    ['Senha', '1234567', 'O campo precisa ter pelo menos 8 caracteres'],
    ['CEP', '0100', 'CEP inválido'],
  ] as const

  test(`what makes no sense: ${words(INVALID)}`, async ({ page }) => {
    await open(page)
    for (const [label, typed] of INVALID) await field(page, label).fill(typed)
    await submit(page)
    for (const [label, , message] of INVALID) await expectFieldError(field(page, label), message)
  })
})

test.describe('§5 CEP', () => {
  test("8 digits fill address, district, city and state, which stay editable; fewer, or 'CEP não encontrado.', clear them", async ({
    page,
  }) => {
    await open(page)
    await field(page, 'CEP').pressSequentially('01001000')
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé')
    await expect(field(page, 'Bairro')).toHaveValue('Sé')
    await expect(field(page, 'Estado')).toHaveValue('SP')
    await expect(field(page, 'Cidade')).toHaveValue('São Paulo')
    await field(page, 'Endereço').fill('Praça da Sé, lado par')
    await field(page, 'Cidade').fill('campinas')
    await page.getByRole('option', { name: 'Campinas', exact: true }).click()
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé, lado par')
    await expect(field(page, 'Cidade')).toHaveValue('Campinas')

    await field(page, 'CEP').press('End')
    await field(page, 'CEP').press('Backspace')
    for (const label of ['Endereço', 'Bairro', 'Estado', 'Cidade'])
      await expect(field(page, label)).toHaveValue('')

    await field(page, 'CEP').fill('01001-000')
    await expect(field(page, 'Bairro')).toHaveValue('Sé')
    await field(page, 'CEP').fill('99999-999')
    await expectFieldError(field(page, 'CEP'), 'CEP não encontrado.')
    await expect(field(page, 'Bairro')).toHaveValue('')
  })

  test("'Erro ao buscar CEP.'", async ({ page }) => {
    await page.route('**/api/v1/cep/*', (route) => route.abort())
    await open(page)
    await field(page, 'CEP').fill('01001-000')
    await expectFieldError(field(page, 'CEP'), 'Erro ao buscar CEP.')
  })

  test('another state clears the city, which waits for a state', async ({ page }) => {
    await open(page)
    await expect(field(page, 'Cidade')).toBeDisabled()
    await field(page, 'CEP').fill('01001-000')
    await expect(field(page, 'Cidade')).toHaveValue('São Paulo')
    await field(page, 'Estado').selectOption('Bahia')
    await expect(field(page, 'Cidade')).toHaveValue('')
    await field(page, 'Cidade').fill('xyz')
    await expect(page.getByText('Sem opções')).toBeVisible()
    await field(page, 'Cidade').fill('feira de')
    await page.getByRole('option', { name: 'Feira de Santana' }).click()
    await expect(field(page, 'Cidade')).toHaveValue('Feira de Santana')
  })

  test("§8 'Erro ao consultar as cidades.': the city is typed", async ({ page }) => {
    await page.route('**/api/v1/states/*/cities', (route) => route.abort())
    await open(page)
    await field(page, 'Estado').selectOption('Bahia')
    await expect(toast(page, 'Erro ao consultar as cidades.')).toBeVisible()
    await field(page, 'Cidade').fill('Ilhéus')
    await expect(field(page, 'Cidade')).toHaveValue('Ilhéus')
  })
})

test.describe('§2.3 the form', () => {
  const MASKS = [
    ['CPF', '52998224725', '529.982.247-25'],
    ['Telefone', '21987654321', '(21) 98765-4321'],
    ['Telefone de emergência', '2133334444', '(21) 3333-4444'],
    ['Data de nascimento', '29021988', '29/02/1988'],
    ['CEP', '01001000', '01001-000'],
  ] as const
  test('masks as one types; the password can be shown and hidden', async ({ page }) => {
    await open(page)
    for (const [label, typed, shown] of MASKS) {
      await field(page, label).pressSequentially(typed)
      await expect(field(page, label)).toHaveValue(shown)
    }
    await expect(field(page, 'Senha')).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Mostrar ou ocultar senha' }).click()
    await expect(field(page, 'Senha')).toHaveAttribute('type', 'text')
  })

  const REFUSED = [
    [{ name: 'eu.txt', mimeType: 'text/plain', buffer: Buffer.from('eu') }, 'Escolha uma imagem ou um PDF'],
    [
      { name: 'eu.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
      'O arquivo pode ter no máximo 10 MB',
    ],
  ] as const
  test(`a file: an image is previewed, a PDF is a link, no other is taken: ${words(REFUSED)}`, async ({
    page,
  }) => {
    await open(page)
    await field(page, FILE_FIELD).setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(page.getByRole('img', { name: 'Prévia da foto' })).toHaveJSProperty('naturalWidth', 1)
    await button(page, 'Remover').click()
    await expect(page.getByRole('img', { name: 'Prévia da foto' })).toBeHidden()

    for (const [file, message] of REFUSED) {
      await field(page, FILE_FIELD).setInputFiles(file)
      await expect(page.getByText(message)).toBeVisible()
      await expect(page.getByText(file.name)).toBeHidden()
    }

    const pdf = { name: 'rg.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
    await field(page, FILE_FIELD).setInputFiles(pdf)
    await expect(page.getByText('rg.pdf')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ver PDF' })).toHaveAttribute('href', /^blob:/)
  })

  test("consent dialog: 'Cancelar' closes, 'Aceitar' accepts and closes", async ({ page }) => {
    await open(page)
    const box = page.getByRole('checkbox', { name: /^Li e aceito/ })
    const dialog = page.getByRole('dialog', {
      name: 'Termo de Consentimento para Tratamento de Dados Pessoais',
    })
    await box.click()
    await expect(dialog).toBeVisible()
    await button(page, 'Cancelar').click()
    await expect(dialog).toBeHidden()
    await expect(box).not.toBeChecked()
    await expect(box).toBeFocused()

    await page.getByRole('button', { name: 'Ler o termo' }).click()
    await button(page, 'Aceitar').click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Ler o termo' })).toBeFocused()
    await expect(box).toBeChecked()
    await box.click()
    await expect(box).not.toBeChecked()
  })

  test('a draft survives a reload, without password and file', async ({ page }) => {
    const person = newPerson()
    await open(page)
    await fillRegistration(page, person)
    await field(page, FILE_FIELD).setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: PIXEL })
    await page.getByRole('checkbox', { name: /^Promoções/ }).check()
    await expect(page.getByText('eu.png')).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored).toContain(person.email)
    expect(stored).not.toContain(person.password)
    expect(stored).not.toContain('base64')

    await page.reload()
    await expect(field(page, 'Email')).toHaveValue(person.email)
    await expect(field(page, 'Cidade')).toHaveValue('São Paulo')
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé')
    await expect(page.getByRole('radio', { name: 'Masculino' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^Promoções/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^Novidades/ })).not.toBeChecked()
    await expect(field(page, 'Senha')).toHaveValue('')
    await expect(page.getByText('eu.png')).toBeHidden()
  })
})

test.describe('§8 cadastro', () => {
  test("success: 'Salvando...', 'Participante registrado com sucesso!', login with 'Cadastro realizado com sucesso!'", async ({
    page,
    request,
  }) => {
    const person = newPerson()
    await open(page)
    await fillRegistration(page, { ...person, email: person.email.toUpperCase() })
    await field(page, 'RG (opcional)').fill('12.345.678-9')
    await field(page, FILE_FIELD).setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: PIXEL })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(REGISTER, async (route) => {
      await held
      await route.continue()
    })
    const sent = page.waitForRequest(REGISTER)
    await submit(page)
    await expect(button(page, 'Salvando...')).toBeDisabled()
    release()

    await expect(page).toHaveURL('/login')
    await expect(toast(page, 'Participante registrado com sucesso!')).toBeVisible()
    await expect(toast(page, 'Cadastro realizado com sucesso!')).toHaveCount(1)
    await expect(page.getByText(`link de confirmação para ${person.email}`)).toBeVisible()
    expect((await sent).postDataJSON()).toMatchObject({
      name: person.name,
      email: person.email,
      birth_date: '1988-02-29',
      sex: 0,
      rg: '123456789',
      cpf: person.cpf,
      phone: '21987654321',
      receive_promotions: false,
      receive_event_updates: false,
      accept_terms: true,
      image: expect.stringMatching(/^data:image\/png;base64,/),
      type: 0,
      address: { zip: '01001000', city: 'São Paulo', state: 'SP' },
    })
    expect(await linkSentTo(request, person.email, /verify/)).toContain('token=')

    // The toast's flag is spent, and the draft is gone.
    await page.reload()
    await expect(button(page, 'Entrar')).toBeEnabled()
    await expect(toast(page, 'Cadastro realizado com sucesso!')).toHaveCount(0)
    await page.goto('/register')
    await expect(field(page, 'Nome')).toBeEnabled()
    await expect(field(page, 'Nome')).toHaveValue('')
  })

  test("422: under each field, and 'Erro de validação:' with a line 'Campo \"{field}\": {message}' each", async ({
    page,
    request,
  }) => {
    const first = newPerson()
    await open(page)
    await fillRegistration(page, first)
    await submit(page)
    await expect(page).toHaveURL('/login')
    await expect(toast(page, 'Participante registrado com sucesso!')).toBeVisible()
    await linkSentTo(request, first.email, /verify/)

    await open(page)
    await fillRegistration(page, first)
    await submit(page)
    await expectFieldError(field(page, 'Email'), 'Este e-mail já está cadastrado.')
    await expectFieldError(field(page, 'CPF'), 'Este CPF já está cadastrado.')
    await expect(field(page, 'Email')).toBeFocused()
    const said = toast(page, 'Erro de validação:')
    await expect(said).toContainText('Campo "Email": Este e-mail já está cadastrado.')
    await expect(said).toContainText('Campo "CPF": Este CPF já está cadastrado.')
  })

  const FAILURES = [
    [409, { message: 'Conflito', errors: { 'address.zip': ['CEP inválido'] } }, 'Campo "CEP": CEP inválido'],
    [429, { message: 'Muitas tentativas. Aguarde um momento e tente de novo.' }, 'Muitas tentativas.'],
    [500, {}, 'Erro ao registrar participante.'],
    [200, { status: 200 }, 'Erro ao registrar participante.'],
  ] as const
  test(`failures keep the form: ${words(FAILURES)}, and 'Erro de conexão.'`, async ({ page }) => {
    await open(page)
    await fillRegistration(page, newPerson())
    for (const [status, body, message] of FAILURES) {
      await page.route(REGISTER, (route) => route.fulfill({ status, json: body }), { times: 1 })
      await submit(page)
      const said = toast(page, message)
      await expect(said).toBeVisible()
      await expect(toast(page, 'Erro de validação:')).toHaveCount(0)
      await expect(button(page, 'Cadastrar')).toBeEnabled()
      await said.getByRole('button', { name: 'Fechar aviso' }).click()
      await expect(said).toBeHidden()
    }
    await page.route(REGISTER, (route) => route.abort())
    await submit(page)
    await expect(toast(page, 'Erro de conexão.')).toBeVisible()
    await expect(page).toHaveURL('/register')

    // Success is a status of 201 or this word (§7).
    const registered = { status: 200, message: 'Participante registrado.' }
    await page.route(REGISTER, (route) => route.fulfill({ json: registered }))
    await submit(page)
    await expect(page).toHaveURL('/login')
  })
})
