import { expect, test } from 'playwright/test'
import { raceWhere } from './races.ts'

/*
 * A script that got into a page's HTML with its content, despite escaping, does not run: the content security policy
 * allows only our own scripts. The test injects it between the server's response and the browser.
 */

const SMUGGLED = [
  '<script>window.smuggled = "script"</script>',
  '<script type="module">window.smuggled = "module"</script>',
  '<script src="data:text/javascript,window.smuggled=1"></script>',
  '<img src="/nada.png" alt="" onerror="window.smuggled = \'handler\'">',
  '<a id="smuggled-link" href="javascript:window.smuggled=\'link\'">link</a>',
  '<iframe srcdoc="<script>parent.smuggled = \'frame\'</script>"></iframe>',
].join('')

for (const place of ['description', 'end'] as const)
  test(`a script injected into the ${place} of an event's page is blocked, and the page works`, async ({
    page,
  }) => {
    const refused: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && message.text().includes('Content Security Policy'))
        refused.push(message.text())
    })
    const { slug } = await raceWhere(page.request, () => true)
    await page.route(`**/events/${slug}`, async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      const body =
        place === 'end'
          ? html.replace('</body>', `${SMUGGLED}</body>`)
          : html.replace('</h1>', `</h1>${SMUGGLED}`)
      expect(body).not.toBe(html)
      await route.fulfill({ response: answer, body })
    })
    await page.goto(`/events/${slug}`)
    await page.evaluate(() => document.getElementById('smuggled-link')?.click())
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(4)
    expect(await page.evaluate(() => 'smuggled' in window)).toBe(false)
    // The page is hydrated: a button works.
    await page.getByRole('button', { name: 'Alternar entre tema claro e escuro' }).first().click()
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })
