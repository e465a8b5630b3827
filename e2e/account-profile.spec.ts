import { test as base, expect, type Page } from 'playwright/test'
import { openPage } from './accessibility.ts'
import { button, expectFieldError, field, newPerson, retype } from './account-forms.ts'
import { type Account, createAccount, linkSentTo, logIn, signIn } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 2: §2 participant profile, §5 and §8 profile; page 1, §8 password change, §2.12 avatar.

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A participant used by one test, with the profile open. */
const test = base.extend<{ self: Account }>({
  self: async ({ request }, use) => use(await createAccount(request)),
  page: async ({ page, self }, use) => {
    await signIn(page.context(), self.session)
    await page.goto('/participante/perfil')
    await use(page)
  },
})

const edit = (page: Page) => button(page, 'Editar').click()
const save = (page: Page) => button(page, 'Salvar').click()
const title = (page: Page) => page.getByRole('heading', { level: 1 })

test('a participant changes the picture, the data and the password', { tag: '@operation' }, async ({
  page,
  self,
  request,
}) => {
  const picker = page.getByRole('main').getByLabel('Trocar foto')
  const pick = (buffer: Buffer) => picker.setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer })

  await test.step('a file that is not an image is ignored without a message (§8)', async () => {
    const answered = page.waitForResponse(/\/image$/)
    await pick(Buffer.from('não sou'))
    expect((await answered).status()).toBe(422)
    await expect(picker).toBeEnabled()
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  })

  await test.step('a participant uploads an image, which is shown immediately; an image that fails to load is replaced by the default', async () => {
    await expect(picker).toHaveAttribute('accept', 'image/*')
    await pick(PIXEL)
    const picture = 'img[src^="/storage/avatars/"]'
    await expect(page.getByRole('main').locator(picture)).toHaveJSProperty('naturalWidth', 512)
    await expect(page.getByRole('complementary').locator(picture)).toBeVisible()
    await page.route('**/storage/avatars/**', (route) => route.abort())
    await page.reload()
    await expect(picker).toBeEnabled()
    await expect(page.locator(picture)).toHaveCount(0)
  })

  await test.step('an e-mail already in use shows an error under the field and a toast', async () => {
    await edit(page)
    await field(page, 'Email').fill('participante@largada.test')
    await field(page, 'Sua senha').fill(self.password)
    await save(page)
    await expectFieldError(field(page, 'Email'), 'Este e-mail já está cadastrado.')
    await expect(toast(page, 'Por favor, corrija os campos destacados.')).toContainText('Erro de validação')
    await button(page, 'Voltar').click()
  })

  await test.step("§8 'Perfil atualizado com sucesso!': the new name shows on the page and in the menu, and after a reload", async () => {
    await edit(page)
    await field(page, 'Nome').fill('Bruna Prado Lima')
    await retype(field(page, 'Telefone'), '31988887777')
    await field(page, 'RG (opcional)').fill('')
    await save(page)
    await expect(toast(page, 'Perfil atualizado com sucesso!')).toBeVisible()
    await expect(title(page)).toHaveText('Perfil de Bruna Prado Lima')
    await expect(page.getByRole('complementary').getByText('Bruna Prado Lima')).toBeVisible()
    await page.reload()
    await expect(page.getByText('(31) 98888-7777')).toBeVisible()
  })

  await test.step("success: 'Senha alterada com sucesso.'", async () => {
    await button(page, 'Trocar Senha').click()
    const dialog = page.getByRole('dialog', { name: 'Trocar Senha' })
    await dialog.getByLabel('Senha atual').fill('não é esta')
    await dialog.getByLabel('Nova senha', { exact: true }).fill('nova e melhor')
    await dialog.getByLabel('Confirme a nova senha').fill('nova e melhor')
    await save(page)
    await expectFieldError(dialog.getByLabel('Senha atual'), 'Senha incorreta.')
    await dialog.getByLabel('Senha atual').fill(self.password)
    await save(page)
    await expect(toast(page, 'Senha alterada com sucesso.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(button(page, 'Trocar Senha')).toBeFocused()
    await logIn(request, self.email, 'nova e melhor')
  })
})

test('a participant changes the e-mail, and the link sent to the old address undoes it', {
  tag: '@operation',
}, async ({ page, self, request }) => {
  const { email } = newPerson()
  const attempt = (address: string) =>
    request.post('/api/v1/login', { data: { email: address, password: self.password } })

  await test.step("'E-mail Alterado': 'Confirmar e Sair' logs out, and the new address must be verified first", async () => {
    await edit(page)
    await field(page, 'Email').fill(email)
    await save(page)
    await expectFieldError(field(page, 'Sua senha'), 'Digite a sua senha para trocar o e-mail.')
    await field(page, 'Sua senha').fill(self.password)
    await save(page)
    await expect(page.getByRole('dialog', { name: 'E-mail Alterado' })).toBeVisible()
    await expect(page.getByText(`abra o link que enviamos para ${email}`)).toBeVisible()
    await button(page, 'Confirmar e Sair').click()
    await expect(page).toHaveURL('/login')
    await expect(field(page, 'Email')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    expect((await attempt(email)).status()).toBe(401)
    expect((await attempt(self.email)).status()).toBe(200)
    await request.get(await linkSentTo(request, email, /verify/))
    expect((await attempt(email)).status()).toBe(200)
  })

  await test.step('the link sent to the old address undoes the change, ends all sessions and asks for a new password', async () => {
    const link = await linkSentTo(request, self.email, /\/desfazer-email\?token=/)
    await openPage(page, link)
    await button(page, 'Desfazer a troca').click()
    await expect(page.getByText('A conta voltou a este e-mail')).toBeVisible()
    await field(page, 'Nova senha').fill('nova e melhor')
    await field(page, 'Confirme a nova senha').fill('nova e melhor')
    await button(page, 'Salvar nova senha').click()
    await expect(page).toHaveURL('/login')
    await logIn(request, self.email, 'nova e melhor')
    expect((await attempt(email)).status()).toBe(401)

    await openPage(page, link)
    await button(page, 'Desfazer a troca').click()
    await expect(page.getByText('O link é inválido, já foi usado ou expirou.')).toBeVisible()
  })
})

base(
  'an organizer reaches e-mail, password and sessions from the menu',
  { tag: '@operation' },
  async ({ page, request }) => {
    await signIn(page.context(), await logIn(request, 'organizador@largada.test'))
    await page.goto('/organizador/eventos')
    await page.getByRole('complementary').getByRole('link', { name: 'Minha conta' }).click()
    await expect(title(page)).toHaveText('Minha conta')
    await expect(page.getByRole('main').getByText('organizador@largada.test')).toBeVisible()
    await expect(page.getByText('Este aparelho')).toBeVisible()

    await button(page, 'Trocar e-mail').click()
    const dialog = page.getByRole('dialog', { name: 'Trocar e-mail' })
    await dialog.getByLabel('Novo e-mail').fill(newPerson().email)
    await button(page, 'Enviar link').click()
    await expectFieldError(dialog.getByLabel('Sua senha'), 'Digite a sua senha para trocar o e-mail.')
    await dialog.getByLabel('Sua senha').fill('não é esta')
    await button(page, 'Enviar link').click()
    await expectFieldError(dialog.getByLabel('Sua senha'), 'Senha incorreta.')
    await button(page, 'Cancelar').click()
    await button(page, 'Trocar Senha').click()
    await expect(page.getByRole('dialog', { name: 'Trocar Senha' })).toBeVisible()
  },
)
