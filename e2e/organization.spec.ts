import { expect, test } from 'playwright/test'
import { consoleProblems, expectAccessible, openPage } from './accessibility.ts'
import { logIn, signIn } from './create-account.ts'

// `/organizador/minha-organizacao` and `/organizacoes/:organizer`. Tests in server/src/features/organizer/profile and
// web/app/features/organizer cover fields and refusals.

/** One grey pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNoaGj4DwAFhAKAjM1mJgAAAABJRU5ErkJggg==',
  'base64',
)

test('an organizer publishes a profile; runners open its page from a race, and its races from that page', {
  tag: '@operation',
}, async ({ page, browser, baseURL }) => {
  const problems = consoleProblems(page)
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto('/organizador/eventos')
  await page.getByRole('link', { name: 'Organização' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minha organização')
  const words = `Corridas feitas por quem corre. ${Date.now()}`
  await page.getByLabel('Sobre a organização').fill(words)
  await page.getByLabel('Logotipo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO })
  await expect(page.getByRole('link', { name: 'Abrir o arquivo' })).toHaveAttribute('href', /\.jpg$/)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Organização salva com sucesso!')).toBeVisible()
  await expectAccessible(page)
  const address = await page.getByRole('link', { name: 'Ver página pública' }).getAttribute('href')
  expect(problems).toEqual([])

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const visitor = await context.newPage()
  const seen = consoleProblems(visitor)
  await openPage(visitor, address ?? '')
  await expect(visitor).toHaveTitle('Corre Brasil Eventos · Largada')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Corre Brasil Eventos')
  await expect(visitor.getByText(words)).toBeVisible()
  const described = await visitor.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(described ?? '')).toMatchObject({
    '@type': 'Organization',
    name: 'Corre Brasil Eventos',
    description: words,
    logo: expect.stringMatching(/^http.*\/storage\/events\/[\w-]+\.jpg$/),
  })
  await visitor.getByText(/já realizada/).click()
  await expect(visitor.locator('details a').first()).toBeVisible()
  await expectAccessible(visitor)

  await visitor
    .getByRole('link', { name: /^Inscrever / })
    .first()
    .click()
  await visitor
    .getByRole('region', { name: 'Organização' })
    .getByRole('link', { name: 'Corre Brasil Eventos' })
    .click()
  await expect(visitor.getByRole('heading', { name: 'Próximas corridas' })).toBeVisible()
  expect(new URL(visitor.url()).pathname).toBe(address)
  expect(seen).toEqual([])
  await context.close()
})

test('the address of an unknown organizer is 404, with a link to continue', { tag: '@operation' }, async ({
  page,
}) => {
  const answer = await page.goto('/organizacoes/ninguem-999999999')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Organizador não encontrado.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver corridas abertas' })).toBeVisible()
})
