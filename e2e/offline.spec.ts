import { expect, test } from 'playwright/test'
import { accessibilityFindings, openPage } from './accessibility.ts'
import { openProxy } from './proxy.ts'
import { toast } from './toast.ts'
import { addressOf, heading, test as signedIn } from './wizard.ts'

// Specification, page 1, §8: 'Erro de conexão.' with a retry, on every screen.

const FAILURE = 'Erro de conexão.'

// The next test uses the same browser profile.
test.afterEach(({ context }) => context.setOffline(false))

signedIn(
  '§8 the wizard offline: an error with a retry, and the form keeps its values',
  async ({ page, context, race }) => {
    await test.step('a failed load shows the error and works after a retry', async () => {
      await page.route('**/api/v1/**', (route) => route.abort())
      await page.goto(addressOf(race))
      await expect(page.getByRole('main').getByRole('alert')).toContainText(FAILURE)
      await page.unroute('**/api/v1/**')
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await expect(heading(page, 0)).toBeVisible()
    })

    await page.getByLabel('Desejo registrar outros participantes').check()
    await page.getByRole('group', { name: 'Participante 2' }).getByLabel('Nome').fill('Ana Lima')
    await context.setOffline(true)
    await expect(page.getByText('Você está sem conexão.')).toBeVisible()
    await page.getByRole('link', { name: 'Editar perfil' }).click()
    await expect(toast(page, FAILURE)).toBeVisible()
    await expect(page.getByRole('group', { name: 'Participante 2' }).getByLabel('Nome')).toHaveValue(
      'Ana Lima',
    )
    await context.setOffline(false)
    await expect(page.getByText('Você está sem conexão.')).toBeHidden()
  },
)

test('§8 submitting a form and following links offline show an error and keep the page', async ({
  page,
  context,
}) => {
  await test.step('/login: submitting, and a link', async () => {
    await page.goto('/login')
    // The library of the toasts is loaded.
    await expect(page.getByRole('region', { name: 'Avisos' })).toBeAttached()
    await context.setOffline(true)
    await page.getByRole('main').getByLabel('Email').fill('ana@exemplo.test')
    await page.getByLabel('Senha', { exact: true }).fill('uma senha boa')
    await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
    await expect(toast(page, FAILURE)).toBeVisible()
    await page.getByRole('button', { name: 'Fechar aviso' }).click()
    await expect(toast(page, FAILURE)).toBeHidden()
    await page.getByRole('link', { name: 'Esqueceu sua senha?' }).click()
    await expect(toast(page, FAILURE)).toBeVisible()
    await expect(page).toHaveURL('/login')
    await context.setOffline(false)
  })

  await test.step('home: hovering and following a card', async () => {
    await openPage(page, '/')
    await page.mouse.move(200, 200)
    await context.setOffline(true)
    const card = page.getByRole('article').first()
    await card.hover()
    await card.getByRole('link').click()
    await expect(page.getByText('Você está sem conexão.')).toBeVisible()
    await expect(page).toHaveURL('/')
    await context.setOffline(false)
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\/events\//)
  })
})

test('§8 an unreachable server shows our error page, and a retry works once it is back', async ({
  browser,
  baseURL,
}) => {
  const proxy = await openProxy(baseURL ?? '')
  const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow', locale: 'pt-BR' })
  const page = await context.newPage()
  await openPage(page, '/privacidade')
  await page.evaluate(() => navigator.serviceWorker.ready)
  proxy.close()
  // The scripts of the home page are not loaded yet: the router reloads the current page.
  await page.getByRole('banner').getByRole('link', { name: 'Eventos' }).click()
  await expect(page.getByRole('heading', { name: FAILURE })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityFindings(page), colorScheme).toEqual([])
  }
  await proxy.open()
  await page.getByRole('link', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('heading', { name: 'Privacidade e termos' })).toBeVisible()
  proxy.close()
  await context.close()
})
