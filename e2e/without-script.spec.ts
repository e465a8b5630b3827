import { expect, type Page, test } from 'playwright/test'
import { raceWhere } from './races.ts'

// Login stores a session in the browser, and all following screens need scripts. Without scripts the page
// says so.
const NEEDED = 'Esta página precisa de JavaScript.'
/** Found by tag, because Playwright does not treat the content of a `noscript` as text. */
const note = (page: Page) => page.locator('.needs-script p').first()

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a page that needs JavaScript says so, and shows neither a form nor a skeleton', {
    tag: '@operation',
  }, async ({ page }) => {
    const { slug } = await raceWhere(page.request, () => true)
    for (const path of [
      '/login',
      '/recuperar-senha',
      '/redefinir-senha?token=um',
      '/register',
      `/register/event?evento=${slug}`,
      '/previa/um',
      '/pagamento/um',
      '/confirmacao-pagamento',
      '/nao-sou-eu',
      '/convite',
      '/pagina-inicial',
      '/participante/eventos',
      '/participante/perfil',
      '/organizador/eventos/1/participantes',
      '/empresa/pagina-inicial',
      '/admin/pagina-inicial',
    ]) {
      await page.goto(path)
      await expect(note(page), path).toBeVisible()
      await expect(note(page), path).toHaveText(NEEDED)
      await expect(page.locator('form:visible, .mantine-Skeleton-root:visible'), path).toHaveCount(0)
    }
    await page.locator('.needs-script a').click()
    await expect(page.getByRole('combobox', { name: 'Nome da corrida' })).toBeVisible()
  })

  test('a page of text can be read as usual', async ({ page }) => {
    for (const path of ['/privacidade', '/confirmacao-email?verified=true']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(note(page), path).toHaveCount(0)
    }
  })
})

test('a form with a password is never sent in the URL', { tag: '@operation' }, async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page.locator('form:has(input[type=password])'), path).toHaveAttribute('method', 'post')
  }
})

test('no page with a form evaluates code from text', { tag: '@operation' }, async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      document.documentElement.dataset.refused = `${violatedDirective} ${blockedURI}`
    })
  })
  for (const path of ['/login', '/recuperar-senha', '/register']) {
    await page.goto(path)
    await expect(page.locator('button[type=submit]').first(), path).toBeEnabled()
    await expect(page.locator('html'), path).not.toHaveAttribute('data-refused')
  }
})
