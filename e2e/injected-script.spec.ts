import { expect, test } from 'playwright/test'
import { hydrated } from './hydrated.ts'
import { raceWhere } from './races.ts'

/* A script injected into a page's HTML, despite escaping, does not run, because the
   Content-Security-Policy allows only our own scripts. The test injects it between the server's response
   and the browser. */

const SMUGGLED = [
  '<script>window.smuggled = "script"</script>',
  '<script type="module">window.smuggled = "module"</script>',
  '<script src="data:text/javascript,window.smuggled=1"></script>',
  '<img src="/nada.png" alt="" onerror="window.smuggled = \'handler\'">',
  '<a class="smuggled-link" href="javascript:window.smuggled=\'link\'">link</a>',
  '<iframe srcdoc="<script>parent.smuggled = \'frame\'</script>"></iframe>',
].join('')

test('scripts injected into an event’s page are blocked, and the page works', { tag: '@operation' }, async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy'))
      refused.push(message.text())
  })
  const { slug } = await raceWhere(page.request, () => true)
  // Injected into the text and at the end of the document.
  await page.route(`**/events/${slug}`, async (route) => {
    const answer = await route.fetch()
    const html = await answer.text()
    const body = html.replace('</h1>', `</h1>${SMUGGLED}`).replace('</body>', `${SMUGGLED}</body>`)
    expect(body.split('smuggled-link')).toHaveLength(3)
    await route.fulfill({ response: answer, body })
  })
  await page.goto(`/events/${slug}`)
  await page.evaluate(() => {
    for (const link of document.querySelectorAll<HTMLElement>('.smuggled-link')) link.click()
  })
  // At least four refusals for each of the two places.
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(8)
  expect(await page.evaluate(() => 'smuggled' in window)).toBe(false)
  await hydrated(page)
  await page.getByRole('button', { name: 'Alternar entre tema claro e escuro' }).first().click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
