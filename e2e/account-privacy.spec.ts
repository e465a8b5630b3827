import { readFile } from 'node:fs/promises'
import { test as base, expect, type Page } from 'playwright/test'
import { button, expectFieldError } from './account-forms.ts'
import { type Account, createAccount, logIn, signIn } from './create-account.ts'
import { toast } from './toast.ts'

// LGPD: consents, export of personal data, deletion of the account, and open sessions.

const test = base.extend<{ self: Account }>({
  self: async ({ request }, use) => use(await createAccount(request)),
  page: async ({ page, self }, use) => {
    await signIn(page.context(), self.session)
    await page.goto('/participante/perfil')
    await use(page)
  },
})

const consent = (page: Page, name: string) => page.getByRole('switch', { name })

test('marketing consents are given and withdrawn separately', async ({ page }) => {
  await expect(consent(page, 'Promoções')).not.toBeChecked()
  await consent(page, 'Promoções').click({ force: true })
  await expect(toast(page, 'Preferências salvas com sucesso.')).toBeVisible()
  await expect(consent(page, 'Promoções')).toBeChecked()
  await expect(consent(page, 'Novidades dos eventos')).not.toBeChecked()
  await page.reload()
  await expect(consent(page, 'Promoções')).toBeChecked()
  await consent(page, 'Promoções').click({ force: true })
  await expect(consent(page, 'Promoções')).not.toBeChecked()
  await page.reload()
  await expect(consent(page, 'Promoções')).not.toBeChecked()
})

test('shows the version of the accepted terms and when they were accepted', async ({ page }) => {
  const record = page.getByRole('listitem').filter({ hasText: 'Termo de Consentimento' })
  await expect(record).toContainText(/Autorizado em \d{2}\/\d{2}\/\d{4} às \d{2}:\d{2} · versão \d{4}-\d{2}/)
})

test("'Baixar meus dados' downloads a JSON file of the account", async ({ page, self }) => {
  const download = page.waitForEvent('download')
  await button(page, 'Baixar meus dados').click()
  const file = await download
  expect(file.suggestedFilename()).toBe('largada-meus-dados.json')
  expect(await readFile(await file.path(), 'utf8')).toContain(self.email)
})

test.describe("'Excluir minha conta'", () => {
  const confirm = async (page: Page, password: string) => {
    await button(page, 'Excluir minha conta').click()
    await page.getByRole('dialog').getByLabel('Senha', { exact: true }).fill(password)
    await button(page, 'Excluir definitivamente').click()
  }

  test('with the right password the account is deleted and the session ends', async ({
    page,
    self,
    request,
  }) => {
    await confirm(page, self.password)
    await expect(toast(page, 'Sua conta foi excluída.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    const login = await request.post('/api/v1/login', {
      data: { email: self.email, password: self.password },
    })
    expect(login.status()).toBe(401)
  })

  test('a wrong password is refused under its field', async ({ page }) => {
    await confirm(page, 'não é esta')
    await expectFieldError(page.getByRole('dialog').getByLabel('Senha', { exact: true }), 'Senha incorreta.')
    await button(page, 'Cancelar').click()
    await expect(button(page, 'Excluir minha conta')).toBeFocused()
  })

  test('a refusal by the server is shown in the dialog', async ({ page, self }) => {
    const exception = 'Você tem inscrição ativa em um evento que ainda vai acontecer.'
    await page.route('**/api/v1/me', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { status: 409, message: exception, exception } })
        : route.continue(),
    )
    await confirm(page, self.password)
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(exception)
  })
})

test("'Onde você está conectado' ends the session of another device", async ({
  page,
  self,
  playwright,
  baseURL,
}) => {
  const phone = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  const { token } = await logIn(phone, self.email, self.password)
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Safari no iPhone' })
  await expect(page.getByRole('listitem').filter({ hasText: 'Este aparelho' })).toHaveCount(1)
  await row.getByRole('button', { name: 'Encerrar' }).click()
  await expect(toast(page, 'Sessão encerrada.')).toBeVisible()
  await expect(row).toHaveCount(0)
  const me = await phone.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })
  expect(me.status()).toBe(401)
  await phone.dispose()
})

base('the consent text is public', async ({ page, request }) => {
  const served = await (await request.get('/privacidade')).text()
  expect(served, 'readable without JavaScript').toContain('Para que serve este termo')
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade e termos' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacidade e termos')
  await expect(page.getByRole('heading', { name: '6. Os seus direitos' })).toBeVisible()
})
