import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import { button } from './account-forms.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { toast } from './toast.ts'

// LGPD: consents, export of personal data, open sessions, and deletion of the account.

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'

const promotions = (page: Page) => page.getByRole('switch', { name: 'Promoções' })

test('a participant decides about consents, data, sessions and the account', { tag: '@operation' }, async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  const self = await createAccount(request)
  const other = await logIn(request, self.email, self.password)
  const phone = await playwright.request.newContext({ baseURL: baseURL ?? '', userAgent: IPHONE })
  const handheld = await logIn(phone, self.email, self.password)
  await phone.dispose()
  const statusOf = async (token: string) =>
    (await request.get('/api/v1/me', { headers: { authorization: `Bearer ${token}` } })).status()
  await signIn(page.context(), self.session)
  await page.goto('/participante/perfil')

  await test.step('marketing consents are given and withdrawn separately', async () => {
    for (const given of [true, false]) {
      await promotions(page).click({ force: true })
      await expect(toast(page, 'Preferências salvas com sucesso.')).toBeVisible()
      await page.reload()
      await expect(promotions(page)).toBeChecked({ checked: given })
      await expect(page.getByRole('switch', { name: 'Novidades dos eventos' })).not.toBeChecked()
    }
    await expect(page.getByRole('listitem').filter({ hasText: 'Termo de Consentimento' })).toContainText(
      /Autorizado em \d{2}\/\d{2}\/\d{4} às \d{2}:\d{2} · versão \d{4}-\d{2}/,
    )
  })

  await test.step("'Baixar meus dados' downloads a JSON file of the account", async () => {
    const download = page.waitForEvent('download')
    await button(page, 'Baixar meus dados').click()
    const file = await download
    expect(file.suggestedFilename()).toBe('largada-meus-dados.json')
    expect(await readFile(await file.path(), 'utf8')).toContain(self.email)
  })

  const sessions = page.getByRole('region', { name: 'Onde você está conectado' })
  await test.step("'Onde você está conectado' ends the session of another device", async () => {
    await expect(sessions.getByRole('listitem')).toHaveCount(3)
    await expect(sessions.getByRole('listitem').filter({ hasText: 'Este aparelho' })).toHaveCount(1)
    const row = sessions.getByRole('listitem').filter({ hasText: 'Safari no iPhone' })
    await row.getByRole('button', { name: 'Encerrar' }).click()
    await expect(toast(page, 'Sessão encerrada.')).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(await statusOf(handheld.token)).toBe(401)
    expect(await statusOf(other.token)).toBe(200)
  })

  await test.step('a participant ends all other sessions', async () => {
    await button(page, 'Encerrar todas as outras').click()
    await expect(toast(page, 'As outras sessões foram encerradas.')).toBeVisible()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await expect(button(page, 'Encerrar todas as outras')).toBeHidden()
    expect(await statusOf(other.token)).toBe(401)
  })

  await test.step('with the right password the account is deleted and the session ends', async () => {
    await button(page, 'Excluir minha conta').click()
    await page.getByRole('dialog').getByLabel('Senha', { exact: true }).fill(self.password)
    await button(page, 'Excluir definitivamente').click()
    await expect(toast(page, 'Sua conta foi excluída.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    const login = await request.post('/api/v1/login', {
      data: { email: self.email, password: self.password },
    })
    expect(login.status()).toBe(401)
  })
})
