import { test as base, expect, type Page } from 'playwright/test'
import { button, expectFieldError, field, newPerson, retype } from './account-forms.ts'
import { type Account, createAccount, linkSentTo, logIn, signIn } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 2: §2 participant profile, §5 and §8 profile; page 1, §8 password change, §2.12 avatar.

const PROFILE = /\/api\/v1\/participant\/\d+\/profile$/
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

/** Replaces the server's response to the next save. */
const answerSave = (page: Page, answer: { status: number; json: object }) =>
  page.route(PROFILE, (route) =>
    route.request().method() === 'PUT' ? route.fulfill(answer) : route.continue(),
  )

test.describe('§2 profile', () => {
  test("titles 'Perfil de {name}' and 'Editar Perfil'; 'Voltar' restores the saved values", async ({
    page,
    self,
  }) => {
    await expect(title(page)).toHaveText(`Perfil de ${self.name}`)
    await expect(page.getByText('20/05/1990')).toBeHidden()
    await expect(page.getByText('14/08/1991')).toBeVisible()
    await edit(page)
    await expect(title(page)).toHaveText('Editar Perfil')
    await field(page, 'Nome').fill('Outro Nome')
    await field(page, 'Número').fill('999')
    await button(page, 'Voltar').click()
    await expect(title(page)).toHaveText(`Perfil de ${self.name}`)
    await edit(page)
    await expect(field(page, 'Nome')).toHaveValue(self.name)
    await expect(field(page, 'Número')).toHaveValue('1')
  })

  test("§8 'Perfil atualizado com sucesso!': the new name shows on the page and in the menu, and after a reload", async ({
    page,
  }) => {
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

  test("'E-mail Alterado': 'Confirmar e Sair' logs out, and the new address must be verified first", async ({
    page,
    self,
    request,
  }) => {
    const { email } = newPerson()
    await edit(page)
    await expect(field(page, 'Sua senha')).toBeHidden()
    await field(page, 'Email').fill(email)
    await save(page)
    await expectFieldError(field(page, 'Sua senha'), 'Digite a sua senha para trocar o e-mail.')
    await expect(field(page, 'Sua senha')).toBeFocused()
    await field(page, 'Sua senha').fill(self.password)
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'E-mail Alterado' })
    await expect(dialog).toContainText('faça login novamente com o novo e-mail')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await button(page, 'Confirmar e Sair').click()
    await expect(page).toHaveURL('/login')
    await expect(field(page, 'Email')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()

    const early = await request.post('/api/v1/login', { data: { email, password: self.password } })
    expect(early.status()).toBe(401)
    await logIn(request, self.email, self.password)
    await request.get(await linkSentTo(request, email, /verify/))
    await logIn(request, email, self.password)
  })

  test('the profile shows that a new e-mail address is not verified yet', async ({ page, self, request }) => {
    const { email } = newPerson()
    const asked = await request.put('/api/v1/me/email', {
      headers: { authorization: `Bearer ${self.session.token}` },
      data: { email, password: self.password },
    })
    expect(asked.status()).toBe(200)
    await page.reload()
    await expect(page.getByText(`abra o link que enviamos para ${email}`)).toBeVisible()
  })

  test('the link sent to the old address undoes the change, ends all sessions and asks for a new password', async ({
    page,
    self,
    request,
  }) => {
    const { email } = newPerson()
    await request.put('/api/v1/me/email', {
      headers: { authorization: `Bearer ${self.session.token}` },
      data: { email, password: self.password },
    })
    await request.get(await linkSentTo(request, email, /verify/))
    await page.goto(await linkSentTo(request, self.email, /\/desfazer-email\?token=/))
    await button(page, 'Desfazer a troca').click()
    await expect(toast(page, 'A troca de e-mail foi desfeita. Crie uma nova senha.')).toBeVisible()
    await field(page, 'Nova senha').fill('nova e melhor')
    await field(page, 'Confirme a nova senha').fill('nova e melhor')
    await button(page, 'Salvar nova senha').click()
    await expect(page).toHaveURL('/login')
    await logIn(request, self.email, 'nova e melhor')
    const attacker = await request.post('/api/v1/login', { data: { email, password: self.password } })
    expect(attacker.status()).toBe(401)
  })

  test('an invalid undo link shows an error and links to the recovery', async ({ page }) => {
    await page.goto('/desfazer-email?token=inventado')
    await button(page, 'Desfazer a troca').click()
    await expect(page.getByText('O link é inválido, já foi usado ou expirou.')).toBeVisible()
    await page.getByRole('link', { name: 'Recuperar o acesso' }).click()
    await expect(page).toHaveURL('/recuperar-senha')
  })

  test("a failed load shows a message and 'Tentar novamente'", async ({ page, self }) => {
    await page.route(PROFILE, (route) => route.fulfill({ status: 500, json: {} }))
    await page.reload()
    await expect(page.getByText('Erro ao consultar o registro.')).toBeVisible()
    await page.unroute(PROFILE)
    await button(page, 'Tentar novamente').click()
    await expect(title(page)).toHaveText(`Perfil de ${self.name}`)
  })
})

test.describe('§5 profile', () => {
  test('phone and CPF are masked, the CPF cannot be edited', async ({ page, self }) => {
    await edit(page)
    await expect(field(page, 'Telefone')).toHaveValue('(11) 98765-4321')
    await expect(field(page, 'CPF')).toHaveValue(
      self.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4'),
    )
    await expect(field(page, 'CPF')).not.toBeEditable()
  })

  const REQUIRED = [
    ['Nome', 'Nome obrigatório'],
    ['Telefone', 'Telefone obrigatório'],
    ['Bairro', 'Bairro obrigatório'],
  ] as const
  test("missing values show an error under each field and 'Por favor, corrija os campos destacados.'", async ({
    page,
  }) => {
    await edit(page)
    for (const [label] of REQUIRED) await retype(field(page, label), '')
    await save(page)
    for (const [label, message] of REQUIRED) await expectFieldError(field(page, label), message)
    await expect(field(page, REQUIRED[0][0])).toBeFocused()
    await expect(toast(page, 'Por favor, corrija os campos destacados.')).toBeVisible()
  })

  test("a CEP fills the address, fewer digits clear it; 'CEP não encontrado.' and 'Erro ao buscar CEP.'", async ({
    page,
  }) => {
    await edit(page)
    await field(page, 'Endereço').fill('Outra rua')
    await retype(field(page, 'CEP'), '01310100')
    await expect(field(page, 'Endereço')).toHaveValue('Praça da Sé')
    await field(page, 'CEP').fill('01310')
    await expect(field(page, 'Endereço')).toHaveValue('')
    await field(page, 'CEP').fill('99999-999')
    await expectFieldError(field(page, 'CEP'), 'CEP não encontrado.')
    await page.route('**/api/v1/cep/*', (route) => route.abort())
    await field(page, 'CEP').fill('01310-100')
    await expectFieldError(field(page, 'CEP'), 'Erro ao buscar CEP.')
  })
})

test.describe('§8 profile', () => {
  test('an e-mail already in use shows an error under the field and a toast', async ({
    page,
    self,
    request,
  }) => {
    const other = await createAccount(request)
    await edit(page)
    await field(page, 'Email').fill(other.email)
    await field(page, 'Sua senha').fill(self.password)
    await save(page)
    await expectFieldError(field(page, 'Email'), 'Este e-mail já está cadastrado.')
    await expect(field(page, 'Email')).toBeFocused()
    await expect(toast(page, 'Por favor, corrija os campos destacados.')).toContainText('Erro de validação')
  })

  test('errors of address.* show under their fields', async ({ page }) => {
    const errors = {
      'address.zip': ['Este CEP não.'],
      'address.state': ['Este estado não.'],
      birth_date: ['Cedo.'],
    }
    await answerSave(page, { status: 422, json: { status: 422, message: 'Erro de validação', errors } })
    await edit(page)
    await save(page)
    await expectFieldError(field(page, 'CEP'), 'Este CEP não.')
    await expectFieldError(field(page, 'Estado'), 'Este estado não.')
    await expect(field(page, 'Data de nascimento')).toBeFocused()
  })

  test("no connection: 'Could not connect to the server.'", async ({ page }) => {
    await edit(page)
    await page.route(PROFILE, (route) => route.abort())
    await save(page)
    await expect(toast(page, 'Could not connect to the server.')).toBeVisible()
    await expect(title(page)).toHaveText('Editar Perfil')
  })

  test("no message: 'An unexpected error occurred.'", async ({ page }) => {
    await answerSave(page, { status: 500, json: {} })
    await edit(page)
    await save(page)
    await expect(toast(page, 'An unexpected error occurred.')).toBeVisible()
  })
})

test.describe("open sessions and 'Minha conta'", () => {
  test('a participant ends all other sessions', async ({ page, self, request }) => {
    const other = await logIn(request, self.email, self.password)
    await page.reload()
    const sessions = page.getByRole('region', { name: 'Onde você está conectado' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByText('Este aparelho')).toHaveCount(1)
    await button(page, 'Encerrar todas as outras').click()
    await expect(toast(page, 'As outras sessões foram encerradas.')).toBeVisible()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expect(button(page, 'Encerrar todas as outras')).toBeHidden()
    const me = await request.get('/api/v1/me', { headers: { authorization: `Bearer ${other.token}` } })
    expect(me.status()).toBe(401)
  })

  test('an organizer reaches e-mail, password and sessions from the menu', async ({ browser, request }) => {
    const context = await browser.newContext()
    const session = await logIn(request, 'organizador@largada.test')
    await signIn(context, session)
    const page = await context.newPage()
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
    await context.close()
  })
})

test.describe("page 1 §8 'Trocar Senha'", () => {
  const fill = async (page: Page, current: string, password: string, again = password) => {
    const dialog = page.getByRole('dialog', { name: 'Trocar Senha' })
    if (await dialog.isHidden()) await button(page, 'Trocar Senha').click()
    await dialog.getByLabel('Senha atual').fill(current)
    await dialog.getByLabel('Nova senha', { exact: true }).fill(password)
    await dialog.getByLabel('Confirme a nova senha').fill(again)
    await save(page)
    return dialog
  }

  test("success: 'Senha alterada com sucesso.'", async ({ page, self, request }) => {
    const dialog = await fill(page, self.password, 'nova e melhor')
    await expect(toast(page, 'Senha alterada com sucesso.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(button(page, 'Trocar Senha')).toBeFocused()
    await logIn(request, self.email, 'nova e melhor')
  })

  test('a wrong current password shows an error under its field and a toast', async ({ page }) => {
    const dialog = await fill(page, 'não é esta', 'nova e melhor')
    await expectFieldError(dialog.getByLabel('Senha atual'), 'Senha incorreta.')
    await expect(toast(page, 'Erro de validação')).toBeVisible()
  })

  const RULES = [
    ['', 'nova e melhor', 'nova e melhor', 'Senha atual obrigatória'],
    ['corro aos sábados', '', '', 'Confirmação de senha obrigatória'],
    ['corro aos sábados', 'nova e melhor', 'outra', 'As senhas não conferem'],
  ] as const
  test("field errors show under their fields; no message: 'Erro ao trocar a senha. Tente novamente.'", async ({
    page,
    self,
  }) => {
    for (const [current, password, again, message] of RULES) {
      const dialog = await fill(page, current, password, again)
      await expect(dialog.getByText(message)).toBeVisible()
    }
    await page.route('**/api/v1/changePassword', (route) => route.fulfill({ status: 500, json: {} }))
    await fill(page, self.password, 'nova e melhor')
    await expect(toast(page, 'Erro ao trocar a senha. Tente novamente.')).toBeVisible()
  })
})

test.describe('page 1 §2.12 avatar', () => {
  const picker = (page: Page) => page.getByRole('main').getByLabel('Trocar foto')

  test('a participant uploads an image, shown at once; one that fails to load falls back to the default', async ({
    page,
  }) => {
    await expect(picker(page)).toHaveAttribute('accept', 'image/*')
    await picker(page).setInputFiles({ name: 'eu.png', mimeType: 'image/png', buffer: PIXEL })
    await expect(page.getByRole('main').locator('img[src^="/storage/avatars/"]')).toHaveJSProperty(
      'naturalWidth',
      512,
    )
    await expect(page.getByRole('complementary').locator('img[src^="/storage/avatars/"]')).toBeVisible()

    await page.route('**/storage/avatars/**', (route) => route.abort())
    await page.reload()
    await expect(picker(page)).toBeEnabled()
    await expect(page.locator('img[src^="/storage/avatars/"]')).toHaveCount(0)
  })

  test('a file that is not an image is ignored without a message (§8)', async ({ page }) => {
    const answered = page.waitForResponse(/\/image$/)
    await picker(page).setInputFiles({
      name: 'eu.png',
      mimeType: 'image/png',
      buffer: Buffer.from('não sou'),
    })
    expect((await answered).status()).toBe(422)
    await expect(picker(page)).toBeEnabled()
    await expect(page.locator('.Toastify__toast')).toHaveCount(0)
    await expect(page.getByRole('main').locator('img')).toHaveCount(0)
  })
})
