import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { button, expectFieldError, field } from './account-forms.ts'
import { codeOf } from './authenticator.ts'
import { createAccount, signIn } from './create-account.ts'
import { startProduct } from './product.ts'
import { toast } from './toast.ts'

const CODE = 'Código de verificação'
const keyOn = async (page: Page) => (await page.getByRole('main').locator('code').textContent()) ?? ''
const codesOn = (page: Page) =>
  page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')

/** Enables the second factor and returns the recovery codes. The screen then shows `Ativa`. */
async function enrol(page: Page, password: string): Promise<{ key: string; codes: string[] }> {
  await field(page, 'Senha').fill(password)
  await button(page, 'Continuar').click()
  await expect(page.getByRole('img', { name: /^Código QR/ })).toBeVisible()
  const key = await keyOn(page)
  await field(page, CODE).fill('000000')
  await button(page, 'Ativar').click()
  await expectFieldError(field(page, CODE), 'Código incorreto ou já usado')
  await field(page, CODE).fill(codeOf(key))
  await button(page, 'Ativar').click()
  await expect(codesOn(page)).toHaveCount(10)
  const codes = await codesOn(page).allTextContents()
  await button(page, 'Já guardei os códigos').click()
  return { key, codes }
}

const pressEnter = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()

async function enter(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await field(page, 'Email').fill(email)
  await field(page, 'Senha').fill(password)
  await pressEnter(page)
}

test('a participant enables the second factor, logs in with a code and with a recovery code, and disables it', {
  tag: '@operation',
}, async ({ page, request }) => {
  const self = await createAccount(request)
  await signIn(page.context(), self.session)
  await page.goto('/participante/perfil')
  await button(page, 'Ativar').click()
  const { key, codes } = await enrol(page, self.password)
  await expect(page.getByText('Restam 10 códigos de recuperação.')).toBeVisible()

  await button(page, 'Sair').click()
  await page.goto('/login')
  await enter(page, self)
  const code = field(page, CODE)
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(page)
  await code.fill('000000')
  await pressEnter(page)
  await expectFieldError(code, 'Código incorreto ou já usado')
  await code.fill(codeOf(key, 1).replace(/(...)/, '$1 '))
  await pressEnter(page)
  await expect(page).toHaveURL('/participante/eventos')

  await button(page, 'Sair').click()
  await page.goto('/login')
  await enter(page, self)
  await page.getByRole('button', { name: /usar um código de recuperação/ }).click()
  await field(page, 'Código de recuperação').fill((codes[0] ?? '').toLowerCase())
  await pressEnter(page)
  await expect(page).toHaveURL('/participante/eventos')

  await page.goto('/participante/perfil')
  await expect(page.getByText('Restam 9 códigos de recuperação.')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Desativar').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Senha', { exact: true }).fill(self.password)
  await dialog.getByRole('button', { name: /usar um código de recuperação/ }).click()
  await dialog.getByLabel('Código de recuperação').fill(codes[1] ?? '')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await expect(toast(page, 'Verificação em duas etapas desativada.')).toBeVisible()
  await expect(page.getByText('Desativada: a senha basta para entrar.')).toBeVisible()
})

test('an administrator must enable the second factor first and is then returned to the requested page', {
  tag: '@operation',
}, async ({ browser }) => {
  const product = await startProduct({ DEMO: 'off', PAYMENT_GATEWAY: 'sandbox' })
  const admin = { email: 'chefe@exemplo.test', password: 'corro aos domingos' }
  try {
    const creating = spawn(
      process.execPath,
      ['server/src/admin-create.ts', '--email', admin.email, '--name', 'Ana Chefe'],
      {
        env: { ...process.env, DATA_DIR: product.dataDir, DATABASE_URL: '', ADMIN_PASSWORD: admin.password },
        stdio: 'ignore',
      },
    )
    expect(await once(creating, 'exit')).toEqual([0, null])
    const context = await browser.newContext({ baseURL: product.url, locale: 'pt-BR' })
    const page = await context.newPage()
    await page.goto('/login')
    await enter(page, admin)
    await expect(page).toHaveURL('/minha-conta')
    await expect(page.getByText('Sua conta exige a verificação em duas etapas')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/admin/auditoria')
    await expect(page).toHaveURL('/minha-conta')
    await enrol(page, admin.password)
    await expect(page).toHaveURL('/admin/auditoria')
    await expect(page.getByRole('heading', { name: 'Ativou a verificação em duas etapas' })).toBeVisible()
    await context.close()
  } finally {
    await product.stop()
  }
})
