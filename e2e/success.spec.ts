import { expect } from 'playwright/test'
import { newCpf } from './create-account.ts'
import {
  fillIn,
  fillPerson,
  next,
  openWizard,
  option,
  REGISTER,
  register,
  success,
  registering as test,
} from './wizard.ts'

// Specification, page 1, §2.10: the success screen and its links to the payments.

test.describe('§2.10 success screen', () => {
  test('without participants it redirects to /pagina-inicial', async ({ page }) => {
    await page.goto('/confirmacao-pagamento')
    await expect(page).toHaveURL('/participante/eventos')
  })

  test('§9 the check icon appears after 500 ms; a charge refused by the gateway shows a message', async ({
    page,
  }) => {
    await page.clock.install()
    const refused = { id: 1, name: 'Ana Lima', payment_link: null, payment_refused: true, value: '50.00' }
    await page.route('**/participant/orders/*', (route) =>
      route.fulfill({ json: { status: 200, data: { registrations: [refused], payment_link: null } } }),
    )
    await page.goto('/privacidade')
    await page.evaluate(() => {
      const participants = [{ name: 'Ana Lima', payment_link: null }]
      history.replaceState(
        { usr: { participants, order: 'uma-chave' }, key: 'success' },
        '',
        '/confirmacao-pagamento',
      )
    })
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Ir para pagamento' })).toBeVisible()
    const icon = page.getByRole('img', { name: 'Concluída' })
    await page.clock.runFor(400)
    await expect(icon).toBeHidden()
    await page.clock.runFor(200)
    await expect(icon).toBeVisible()
    await expect(page.getByText('abra a inscrição em Meus Eventos e gere outro.')).toBeVisible()
    await expect(page.getByText('Gerando link de pagamento…')).toBeHidden()
  })

  test("one participant: 'Ir para pagamento' opens a new tab and shows 'Redirecionando...'", async ({
    page,
    race,
  }) => {
    await fillIn(page, race)
    await register(page).click()
    await page.clock.install()
    const pay = page.getByRole('button', { name: 'Ir para pagamento' })
    await expect(pay).toBeEnabled()
    await page.clock.pauseAt(Date.now() + 60_000)
    const [payment] = await Promise.all([page.waitForEvent('popup'), pay.click()])
    await expect(page.getByRole('button', { name: 'Redirecionando...' })).toBeVisible()
    await page.clock.runFor(500)
    await expect(pay).toBeVisible()
    await expect(payment.getByRole('main')).toContainText('R$')
  })

  test("several: a table of 'Nome do Participante' and 'Ações' with 'Pagar', each disabled until its link exists", async ({
    page,
    self,
    race,
  }) => {
    await openWizard(page, race)
    await page.getByLabel('Desejo registrar outros participantes').check()
    await fillPerson(page, { name: 'Ana Lima', cpf: newCpf() })
    await next(page)
    await option(page, 'Modalidade', '5 km').check()
    await option(page, 'Categoria', '5 km Geral').check()
    await next(page)
    await option(page, 'Kit', 'Kit Básico').check()
    for (const no of await page.getByRole('radio', { name: 'Não' }).all()) await no.check()
    await next(page)
    await option(page, 'Forma de pagamento', 'Pix').check()
    for (const term of await page.getByRole('checkbox', { name: /^Li e aceito/ }).all()) await term.check()

    // As with a slow gateway: the order exists, and its links are polled.
    await page.route(REGISTER, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      for (const registration of body.data.registrations) registration.payment_link = null
      await route.fulfill({ status: 201, json: { ...body, data: { ...body.data, payment_link: null } } })
    })
    const linksMayFollow = Promise.withResolvers<void>()
    await page.route('**/participant/orders/*', async (route) => {
      await linksMayFollow.promise
      await route.continue()
    })
    await register(page).click()
    await expect(success(page)).toBeVisible()
    const table = page.getByRole('table')
    await expect(table.getByRole('columnheader')).toHaveText(['Nome do Participante', 'Ações'])
    await expect(table.getByRole('row')).toContainText(['Nome do Participante', self.name, 'Ana Lima'])
    for (const pay of await table.getByRole('button', { name: 'Pagar' }).all())
      await expect(pay).toBeDisabled()
    await expect(page.getByText('Gerando link de pagamento…')).toBeVisible()
    linksMayFollow.resolve()
    for (const pay of await table.getByRole('button', { name: 'Pagar' }).all())
      await expect(pay).toBeEnabled()
    await expect(page.getByText('Gerando link de pagamento…')).toBeHidden()
    const [payment] = await Promise.all([
      page.waitForEvent('popup'),
      table.getByRole('row', { name: 'Ana Lima' }).getByRole('button', { name: 'Pagar' }).click(),
    ])
    await expect(payment.getByRole('main')).toContainText('R$')
  })
})
