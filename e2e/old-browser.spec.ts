import { expect, test } from 'playwright/test'

test('a browser older than the supported ones shows the list of races and says that it is too old', {
  tag: '@operation',
}, async ({ page }) => {
  // Chrome before 111 answers like this. Lookbehind is missing in Safari before 16.4.
  await page.addInitScript(() => {
    const { supports } = CSS
    CSS.supports = (...asked: Parameters<typeof supports>) =>
      !asked.join().includes('color-mix') && supports.apply(CSS, asked)
  })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/')
  await expect(page.getByText(/^Este navegador é antigo demais para a Largada/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/events\//)
  await expect(page.getByRole('complementary', { name: 'Inscrição' })).toBeVisible()
  expect(scripts).toEqual([])
})

test('a supported browser does not show the notice', { tag: '@operation' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText(/^Este navegador é antigo demais/)).toBeHidden()
})
