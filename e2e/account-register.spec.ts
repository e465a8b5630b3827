import { expect, type Page, test } from 'playwright/test'
import { button, expectFieldError, field, fillRegistration, newPerson } from './account-forms.ts'
import { linkSentTo } from './create-account.ts'
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

test.describe('§2.3 the form', () => {
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

    // The toast's flag is consumed, and the draft is deleted.
    await page.reload()
    await expect(button(page, 'Entrar')).toBeEnabled()
    await expect(toast(page, 'Cadastro realizado com sucesso!')).toHaveCount(0)
    await page.goto('/register')
    await expect(field(page, 'Nome')).toBeEnabled()
    await expect(field(page, 'Nome')).toHaveValue('')
  })

  test("422: errors under each field, and 'Erro de validação:' with a line 'Campo \"{field}\": {message}' for each", async ({
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
})
