import { expect, type Page, test } from 'playwright/test'
import { accessibilityFindings, openPage } from './accessibility.ts'
import { placeOrder } from './create-order.ts'
import { openProxy } from './proxy.ts'
import { toast } from './toast.ts'
import { openWizard, registering, test as signedIn } from './wizard.ts'

// Specification, page 1, §8: 'Erro de conexão.' with a retry, on every screen.

const FAILURE = 'Erro de conexão.'
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar novamente' })

// The next test uses the same browser profile.
test.afterEach(({ context }) => context.setOffline(false))

registering(
  '§8 logged in: each screen shows the error and loads after a retry',
  async ({ page, request, self, race }) => {
    const { registrations } = await placeOrder(request, self, race)
    const details = `/participante/inscricoes/${registrations[0]?.id}`
    await page.clock.install()
    for (const [path, comes] of [
      ['/participante/perfil', 'Editar'],
      ['/participante/eventos', self.name],
      [details, 'Prova e kit'],
      [`/register/event?evento=${race.slug}`, 'Quem vai participar?'],
    ] as const)
      await test.step(path, async () => {
        await page.route('**/api/v1/**', (route) => route.abort())
        await page.goto(path)
        // A failed request is retried twice before the error is shown.
        await expect(async () => {
          await page.clock.runFor(1_000)
          await expect(page.getByRole('main').getByRole('alert')).toContainText(FAILURE, { timeout: 200 })
        }).toPass()
        await page.unroute('**/api/v1/**')
        await retry(page).click()
        await expect(page.getByRole('main').getByText(comes, { exact: true }).first()).toBeVisible()
      })
  },
)

signedIn('§8 a form keeps its values while offline', async ({ page, context, race }) => {
  await openWizard(page, race)
  await page.getByLabel('Desejo registrar outros participantes').check()
  await page.getByRole('group', { name: 'Participante 2' }).getByLabel('Nome').fill('Ana Lima')
  await context.setOffline(true)
  await expect(page.getByText('Você está sem conexão.')).toBeVisible()
  await page.getByRole('link', { name: 'Editar perfil' }).click()
  await expect(toast(page, FAILURE)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Participante 2' }).getByLabel('Nome')).toHaveValue('Ana Lima')
  await context.setOffline(false)
  await expect(page.getByText('Você está sem conexão.')).toBeHidden()
})

for (const [path, send, toBeTold] of [
  [
    '/login',
    async (page: Page) => {
      await page.getByRole('main').getByLabel('Email').fill('ana@exemplo.test')
      await page.getByLabel('Senha', { exact: true }).fill('uma senha boa')
      await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
    },
    'Esqueceu sua senha?',
  ],
  [
    '/recuperar-senha',
    async (page: Page) => {
      await page.getByRole('main').getByLabel('Email').fill('ana@exemplo.test')
      await page.getByRole('button', { name: 'Enviar' }).click()
    },
    'Voltar para o login',
  ],
] as const)
  test(`§8 ${path}: submitting and following a link offline show an error on the page`, async ({
    page,
    context,
  }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    await send(page)
    await expect(toast(page, FAILURE)).toBeVisible()
    await page.getByRole('button', { name: 'Fechar aviso' }).click()
    await expect(toast(page, FAILURE)).toBeHidden()
    await page.getByRole('link', { name: toBeTold }).click()
    await expect(toast(page, FAILURE)).toBeVisible()
    await expect(page).toHaveURL(path)
  })

test('§8 home: hovering or following a card offline keeps the page', async ({ page, context }) => {
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
