import { expect, test } from 'playwright/test'
import { accessibilityFindings, consoleProblems, openPage } from './accessibility.ts'
import { signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { hydrated } from './hydrated.ts'
import { openProxy } from './proxy.ts'
import { toast } from './toast.ts'
import { addressOf, heading, registering, test as signedIn } from './wizard.ts'

// Specification, page 1, §8: 'Erro de conexão.' with a retry, on every screen.

const FAILURE = 'Erro de conexão.'

// The next test uses the same browser profile.
test.afterEach(({ context }) => context.setOffline(false))

signedIn(
  '§8 the wizard offline: an error with a retry, and the form keeps its values',
  { tag: '@operation' },
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

test('§8 submitting a form and following links offline show an error and keep the page', {
  tag: '@operation',
}, async ({ page, context }) => {
  await test.step('/login: submitting, and a link', async () => {
    await page.goto('/login')
    await hydrated(page)
    // Waits until the library of the toasts is loaded.
    await expect(page.getByRole('region', { name: 'Avisos' })).toBeAttached()
    await context.setOffline(true)
    await page.getByRole('main').getByLabel('Email').fill('ana@exemplo.test')
    await page.getByLabel('Senha', { exact: true }).fill('uma senha boa')
    await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
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

test('§8 an unreachable server shows our error page, and a retry works once it is back', {
  tag: '@operation',
}, async ({ browser, baseURL }) => {
  const proxy = await openProxy(baseURL ?? '')
  const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow', locale: 'pt-BR' })
  const page = await context.newPage()
  await openPage(page, '/privacidade')
  await page.evaluate(() => navigator.serviceWorker.ready)
  proxy.close()
  // The scripts of the home page are not loaded yet, so the router reloads the current page.
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

registering(
  'own registrations are readable while the server is down, after a cold start too, and gone after signing out',
  { tag: '@operation' },
  async ({ browser, baseURL, request, self, race }) => {
    const { registrations } = await placeOrder(request, self, race, { kit: 'Kit Gratuito' })
    const details = `/participante/inscricoes/${registrations[0]?.id}`
    const proxy = await openProxy(baseURL ?? '')
    const context = await browser.newContext({ baseURL: proxy.url, serviceWorkers: 'allow', locale: 'pt-BR' })
    await signIn(context, self.session)
    const page = await context.newPage()
    const problems = consoleProblems(page)
    await page.goto(details)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(race.title)
    await page.getByRole('navigation').getByRole('link', { name: 'Meus Eventos' }).click()
    await expect(page.getByRole('row', { name: race.title })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    const kept = () =>
      page.evaluate(
        async () => (await (await caches.open('largada-shell')).match('/participante/eventos')) !== undefined,
      )
    await expect.poll(kept).toBe(true)
    expect(problems).toEqual([])
    await page.close()
    proxy.close()

    const cold = await context.newPage()
    await cold.goto('/')
    await expect(cold.getByRole('heading', { name: FAILURE })).toBeVisible()
    await cold.getByRole('link', { name: 'Ver minhas inscrições' }).click()
    const note = cold.getByText('Cópia guardada neste aparelho em')
    await expect(note).toBeVisible()
    await cold.getByRole('row', { name: race.title }).getByRole('link', { name: race.title }).click()
    await expect(cold.getByRole('region', { name: 'Participante' })).toContainText(self.name)
    await expect(note).toBeVisible()
    expect(await accessibilityFindings(cold)).toEqual([])
    // The receipt was not opened before. Its page is cached and uses the stored copy of the data; API responses
    // are not cached.
    await cold.getByRole('link', { name: 'Comprovante' }).click()
    await expect(cold.getByRole('heading', { name: 'Comprovante de inscrição' })).toBeVisible()
    expect(await cold.evaluate(() => fetch('/api/v1/participant/list-events').catch(() => null))).toBeNull()

    await test.step('once the server is back, its response replaces the stored copy', async () => {
      await cold.goto(details)
      await expect(note).toBeVisible()
      await proxy.open()
      await expect(note).toBeHidden({ timeout: 20_000 })
    })

    await cold.getByRole('button', { name: 'Sair' }).click()
    await expect(cold.getByRole('link', { name: 'Entrar' }).first()).toBeVisible()
    const databases = () => cold.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
    await expect.poll(databases).not.toContain('largada-copies')
    proxy.close()
    await cold.goto('/participante/eventos')
    await expect(cold.getByText('Cópia guardada')).toHaveCount(0)
    await expect(cold.getByText(race.title)).toHaveCount(0)
    await context.close()
  },
)
