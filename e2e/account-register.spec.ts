import { expect, type Page, test } from 'playwright/test'
import { consoleProblems } from './accessibility.ts'
import { button, expectFieldError, field, fillRegistration, newPerson } from './account-forms.ts'
import { linkSentTo } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 1: §2.3 screen, §8 messages of the registration.

const REGISTER = '**/api/v1/register'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const chooseFile = (page: Page) =>
  field(page, 'Foto ou documento (opcional)').setInputFiles({
    name: 'eu.png',
    mimeType: 'image/png',
    buffer: PIXEL,
  })
const submit = (page: Page) => button(page, 'Cadastrar').click()

test('a visitor registers, with a reload in between, and nobody else can register with the same data', async ({
  page,
  request,
}) => {
  const person = newPerson()
  await page.goto('/register')

  await test.step('a draft survives a reload, without password and file', async () => {
    await expect(field(page, 'Nome')).toBeEnabled()
    await fillRegistration(page, { ...person, email: person.email.toUpperCase() })
    await chooseFile(page)
    await page.getByRole('checkbox', { name: /^Promoções/ }).check()
    await expect(page.getByText('eu.png')).toBeVisible()
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored).toContain(person.email.toUpperCase())
    expect(stored).not.toContain(person.password)
    expect(stored).not.toContain('base64')

    await page.reload()
    await expect(field(page, 'Email')).toHaveValue(person.email.toUpperCase())
    await expect(field(page, 'Cidade')).toHaveValue('São Paulo')
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé')
    await expect(page.getByRole('radio', { name: 'Masculino' })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^Promoções/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^Novidades/ })).not.toBeChecked()
    await expect(field(page, 'Senha')).toHaveValue('')
    await expect(page.getByText('eu.png')).toBeHidden()
  })

  const problems = consoleProblems(page)
  await test.step("success: 'Salvando...', 'Participante registrado com sucesso!', login with 'Cadastro realizado com sucesso!'", async () => {
    await field(page, 'Senha').fill(person.password)
    await field(page, 'RG (opcional)').fill('12.345.678-9')
    await page.getByRole('checkbox', { name: /^Promoções/ }).uncheck()
    await chooseFile(page)
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
    const [, data = ''] = /name="data"\r\n\r\n(.*)\r\n/.exec((await sent).postData() ?? '') ?? []
    expect(JSON.parse(data)).toMatchObject({
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
      type: 0,
      address: { zip: '01001000', city: 'São Paulo', state: 'SP' },
    })
    expect(await linkSentTo(request, person.email, /verify/)).toContain('token=')
  })

  await test.step("a reload does not show 'Cadastro realizado com sucesso!' again, and the draft is deleted", async () => {
    await page.reload()
    await expect(button(page, 'Entrar')).toBeEnabled()
    await expect(field(page, 'Email')).toHaveValue(person.email)
    await expect(toast(page, 'Cadastro realizado com sucesso!')).toHaveCount(0)
    expect(problems, 'no hydration mismatch').toEqual([])
    await page.goto('/register')
    await expect(field(page, 'Nome')).toBeEnabled()
    await expect(field(page, 'Nome')).toHaveValue('')
  })

  await test.step("422: errors under each field, and 'Erro de validação:' with a line 'Campo \"{field}\": {message}' for each", async () => {
    await page.unroute(REGISTER)
    await fillRegistration(page, person)
    await submit(page)
    await expectFieldError(field(page, 'Email'), 'Este e-mail já está cadastrado.')
    await expectFieldError(field(page, 'CPF'), 'Este CPF já está cadastrado.')
    await expect(field(page, 'CPF')).toBeFocused()
    const said = toast(page, 'Erro de validação:')
    await expect(said).toContainText('Campo "Email": Este e-mail já está cadastrado.')
    await expect(said).toContainText('Campo "CPF": Este CPF já está cadastrado.')
  })
})
