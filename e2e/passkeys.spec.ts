import { test as base, expect } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { button } from './account-forms.ts'
import { createAccount, signIn } from './create-account.ts'
import { hydrated } from './hydrated.ts'
import { toast } from './toast.ts'

// server/src/features/account/passkeys/passkeys.test.ts tests refusals.

/** The challenge for the suggestions of the browser. */
const SUGGESTED = '**/login/passkey/options?suggested=1'

interface Device {
  /** Whether the finger or face is its owner's. */
  recognize: (isUserVerified: boolean) => Promise<unknown>
  /** Whether the owner touches it at once when asked. */
  touch: (enabled: boolean) => Promise<unknown>
}

const test = base.extend<{ device: Device }>({
  device: async ({ page }, use) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await use({
      recognize: (isUserVerified) =>
        devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
      touch: (enabled) =>
        devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    })
    // The next test has the same page.
    await devtools.send('WebAuthn.disable')
  },
})

test('a runner adds a passkey, logs in with it, and removes it', async ({ page, request, device }) => {
  const account = await createAccount(request)
  const openLogin = async () => {
    await button(page, 'Sair').click()
    const begun = page.waitForResponse(SUGGESTED)
    await page.goto('/login')
    expect((await begun).status()).toBe(200)
  }
  const expectLoggedIn = async () => {
    await expect(toast(page, 'Login realizado com sucesso.')).toBeVisible()
    await expect(page).toHaveURL('/participante/eventos')
  }
  await signIn(page.context(), account.session)
  await page.goto('/participante/perfil')
  const section = page.getByRole('region', { name: 'Chaves de acesso' })
  const dialog = page.getByRole('dialog')
  await button(page, 'Criar chave de acesso').click()
  await expect(dialog.getByLabel('Nome')).toHaveValue('Chrome no Linux')
  await dialog.getByLabel('Nome').fill('Notebook')
  await dialog.getByLabel('Sua senha').fill('errada')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByLabel('Sua senha')).toHaveAccessibleDescription(/Senha incorreta/)
  await expectAccessible(page)
  await dialog.getByLabel('Sua senha').fill(account.password)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(toast(page, 'Chave de acesso adicionada.')).toBeVisible()
  await expect(section.getByRole('listitem')).toContainText('Notebook')
  await expect(section).toContainText('ainda não usada')

  await button(page, 'Criar outra chave de acesso').click()
  await dialog.getByLabel('Sua senha').fill(account.password)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Este aparelho já tem uma chave de acesso da sua conta.')
  await dialog.getByRole('button', { name: 'Voltar' }).click()

  await button(page, 'Sair').click()
  // The device would choose a suggestion before the button can be pressed.
  await page.route(SUGGESTED, (route) => route.abort())
  await page.goto('/login')
  await hydrated(page)
  await device.recognize(false)
  await button(page, 'Entrar com chave de acesso').click()
  await expect(button(page, 'Entrar com chave de acesso'), 'not recognized').toBeEnabled()
  await expect(page).toHaveURL('/login')
  await expect(page.locator('.Toastify__toast'), 'cancelling is no error').toHaveCount(0)
  await device.recognize(true)
  await button(page, 'Entrar com chave de acesso').click()
  await expectLoggedIn()

  await test.step('the browser suggests it below the e-mail, where the device chooses it', async () => {
    await page.unroute(SUGGESTED)
    await openLogin()
    await expectLoggedIn()
  })

  await test.step('the dialog of the button ends the suggestions', async () => {
    await device.touch(false)
    await page.route('**/login/passkey/options', async (route) => {
      await device.touch(true)
      await route.continue()
    })
    await openLogin()
    await button(page, 'Entrar com chave de acesso').click()
    await expectLoggedIn()
    await page.route(SUGGESTED, (route) => route.abort())
  })

  await page.goto('/participante/perfil')
  await expect(section).toContainText('Usada pela última vez em')
  await section.getByRole('button', { name: 'Mudar o nome: Notebook' }).click()
  await dialog.getByLabel('Nome').fill('Notebook de casa')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await section.getByRole('button', { name: 'Remover: Notebook de casa' }).click()
  await dialog.getByLabel('Sua senha').fill(account.password)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remover' }).click()
  await expect(toast(page, 'Chave de acesso removida.')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expectAccessible(page)

  await button(page, 'Sair').click()
  await page.goto('/login')
  await hydrated(page)
  await button(page, 'Entrar com chave de acesso').click()
  await expect(
    toast(page, 'Esta chave de acesso não vale para entrar. Entre com e-mail e senha.'),
  ).toBeVisible()
  await expectAccessible(page)
})
