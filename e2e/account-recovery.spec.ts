import { expect, type Page, test } from 'playwright/test'
import { button, expectFieldError, field, registerUnverified } from './account-forms.ts'
import { linkSentTo, logIn } from './create-account.ts'
import { toast } from './toast.ts'

// Specification, page 1: §2.5, §5 and §8 of the password recovery; decisions §11: the page that sets a new password.

const REQUEST = '**/api/v1/resetPassword'
const CONFIRM = '**/api/v1/resetPassword/confirm'

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/recuperar-senha')
  await field(page, 'Email').fill(email)
  await button(page, 'Enviar').click()
}

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await field(page, 'Nova senha').fill(password)
  await field(page, 'Confirme a nova senha').fill(again)
  await button(page, 'Salvar nova senha').click()
}

test.describe('§2.5, §5, §8 recovery', () => {
  test("'Recuperar Senha'; empty: 'O campo e-mail é obrigatório.' and 'Por favor, insira seu e-mail.'; invalid: 'O campo precisa conter um email válido'", async ({
    page,
  }) => {
    await ask(page, '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recuperar Senha')
    await expectFieldError(field(page, 'Email'), 'O campo e-mail é obrigatório.')
    await expect(toast(page, 'Por favor, insira seu e-mail.')).toBeVisible()
    await ask(page, 'caio@')
    await expectFieldError(field(page, 'Email'), 'O campo precisa conter um email válido')
  })

  test("success shows the server's message and allows another e-mail address", async ({ page }) => {
    await ask(page, 'ninguem@exemplo.test')
    await expect(
      toast(page, 'Se o e-mail estiver cadastrado, você receberá as instruções em instantes.'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira seu e-mail')
    await button(page, 'Usar outro e-mail').click()
    await expect(field(page, 'Email')).toBeEnabled()
  })

  const FAILURES = [
    ['a message', { status: 429, json: { message: 'Muitas tentativas.' } }, 'Muitas tentativas.'],
    ['no message', { status: 500, json: {} }, 'Ocorreu um erro desconhecido.'],
    ['an invalid response', { body: 'oi' }, 'Ocorreu um erro ao processar sua solicitação.'],
  ] as const
  test('a failure shows its message, else the default message', async ({ page }) => {
    for (const [what, answer, message] of FAILURES)
      await test.step(`${what}: '${message}'`, async () => {
        await page.route(REQUEST, (route) => route.fulfill(answer), { times: 1 })
        await ask(page, 'caio@exemplo.test')
        await expect(toast(page, message)).toBeVisible()
      })
  })

  test('a field error shows under the field and as toast', async ({ page }) => {
    await page.route(REQUEST, (route) =>
      route.fulfill({
        status: 422,
        json: { message: 'Erro de validação', errors: { email: ['Este não.'] } },
      }),
    )
    await ask(page, 'caio@exemplo.test')
    await expectFieldError(field(page, 'Email'), 'Este não.')
    await expect(toast(page, 'Este não.')).toBeVisible()
    await expect(field(page, 'Email')).toBeFocused()
  })
})

test.describe('decisions §11: /redefinir-senha', () => {
  test('the link in the e-mail sets a new password; the old one no longer logs in', async ({
    page,
    request,
  }) => {
    const person = await registerUnverified(request)
    await ask(page, person.email)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira seu e-mail')
    const link = await linkSentTo(request, person.email, /\/redefinir-senha\?token=/)
    await page.goto(link)
    await setPassword(page, 'nova e melhor')
    await expect(toast(page, 'Senha alterada com sucesso.')).toBeVisible()
    await expect(page).toHaveURL('/login')
    const old = await request.post('/api/v1/login', {
      data: { email: person.email, password: person.password },
    })
    expect(old.status()).toBe(401)
    await logIn(request, person.email, 'nova e melhor')

    // The link is valid once.
    await page.goto(link)
    await setPassword(page, 'mais uma vez')
    await expect(page.getByRole('alert').first()).toContainText('O link é inválido ou já foi usado.')
    await page.getByRole('link', { name: 'Solicitar um novo link' }).click()
    await expect(page).toHaveURL('/recuperar-senha')
  })

  test('without a token the form is not shown', async ({ page }) => {
    await page.goto('/redefinir-senha')
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'O link é inválido ou já foi usado. Solicite um novo.',
    )
    await expect(page.getByRole('textbox')).toHaveCount(0)
  })

  const RULES = [
    ['', '', 'Nova senha', 'Senha obrigatória'],
    ['1234567', '1234567', 'Nova senha', 'O campo precisa ter pelo menos 8 caracteres'],
    ['corro aos sábados', '', 'Confirme a nova senha', 'Confirmação de senha obrigatória'],
    ['corro aos sábados', 'corro aos domingos', 'Confirme a nova senha', 'As senhas não conferem'],
  ] as const
  test("field errors show under their fields; a failure without a message: 'Erro ao trocar a senha. Tente novamente.'", async ({
    page,
  }) => {
    await page.route(CONFIRM, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/redefinir-senha?token=qualquer')
    for (const [password, again, label, message] of RULES) {
      await setPassword(page, password, again)
      await expectFieldError(field(page, label), message)
    }
    await setPassword(page, 'corro aos sábados')
    await expect(toast(page, 'Erro ao trocar a senha. Tente novamente.')).toBeVisible()
    await expect(field(page, 'Nova senha')).toBeFocused()
  })
})
