import { expect, type Page } from 'playwright/test'
import { accessibilityFindings, consoleProblems, expectNoSidewaysScroll } from './accessibility.ts'
import { signIn } from './create-account.ts'
import { acceptInvitation, createProducer, grant, test } from './create-producer.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 Fee configuration, §5 Fee inputs, §8. The settings belong to the demo's organizer, and other tests
// save events under them: only the set-up fee, which limits nothing, is really changed.

const ADDRESS = '/organizador/taxas'
const FIELDS = ['Taxa mínima gratuita', 'Taxa de Setup', 'Taxa mínima paga', 'Percentual da taxa máxima']

const save = (page: Page) => page.getByRole('button', { name: 'Salvar' })

test.describe("§2 'Configuração de Taxas'", () => {
  test("§8 'Taxas salvas com sucesso!': the values persist after a reload", async ({ page }) => {
    const amount = `${Math.floor(Math.random() * 900) + 100},37`
    await page.goto(ADDRESS)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Configuração de Taxas')
    for (const label of FIELDS) await expect(page.getByLabel(label)).toBeVisible()
    await page.getByLabel('Taxa de Setup').fill(amount)
    await save(page).click()
    await expect(toast(page, 'Taxas salvas com sucesso!')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Taxa de Setup')).toHaveValue(amount)
  })

  test("a value beyond the enterprise's bound is refused with that bound under the field", async ({
    page,
  }) => {
    await page.goto(ADDRESS)
    await expect(page.getByText('Mínimo da empresa: R$ 2,50.')).toBeVisible()
    await expect(page.getByText('Máximo da empresa: 20%.')).toBeVisible()
    await page.getByLabel('Taxa mínima paga').fill('2,49')
    await save(page).click()
    await expect(
      page.getByText('O campo precisa ser maior ou igual a R$ 2,50, o mínimo da empresa').first(),
    ).toBeVisible()
    await expect(page.getByLabel('Taxa mínima paga')).toBeFocused()
    await expect(page.getByLabel('Sua senha atual')).toHaveCount(0)
  })
})

test('§6 a realizador with view-fees reads the fees but cannot change them', async ({
  browser,
  baseURL,
  request,
  organizer,
}) => {
  const producer = await createProducer(request, organizer)
  await grant(request, organizer, producer.id, ['view-fees'])
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await signIn(context, await acceptInvitation(request, producer.email))
  const page = await context.newPage()
  await page.goto(ADDRESS)
  await expect(page.getByLabel('Taxa de Setup')).not.toBeEditable()
  await expect(save(page)).toHaveCount(0)
  await context.close()
})

for (const [theme, width] of [
  ['light', 360],
  ['dark', 1280],
] as const) {
  test(`no axe violations in ${theme} at ${width} px`, async ({ page }) => {
    const problems = consoleProblems(page)
    await page.addInitScript((scheme) => localStorage.setItem('color-scheme', scheme), theme)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(ADDRESS, { waitUntil: 'networkidle' })
    expect(await accessibilityFindings(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    expect(problems).toEqual([])
  })
}
