import { expect, type Page, type Route } from 'playwright/test'
import { signIn } from './accounts.ts'
import { acceptInvitation, createProducer, grant, test } from './own-producer.ts'
import { accessibilityFindings, complaints, expectNoSidewaysScroll } from './page-health.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2 Fee configuration, §5 Fee inputs, §8. The settings are the demo's organizer's, and other tests
// save events under them: only the set-up fee, which bounds nothing, is really changed.

const ADDRESS = '/organizador/taxas'
const API = '**/api/v1/enterprise/fees'
const FIELDS = ['Taxa mínima gratuita', 'Taxa de Setup', 'Taxa mínima paga', 'Percentual da taxa máxima']

const save = (page: Page) => page.getByRole('button', { name: 'Salvar' })

/** The screen over settings of its own: what it saves goes nowhere. */
async function withFees(
  page: Page,
  fees: Record<string, string | null>,
  onSave?: (route: Route) => Promise<void>,
) {
  await page.route(API, (route) => {
    const saving = route.request().method() === 'POST'
    if (saving && onSave) return onSave(route)
    const data = saving ? route.request().postDataJSON() : fees
    return route.fulfill({ json: { status: 200, data, ...data } })
  })
  await page.goto(ADDRESS)
}

const SOME = { min_fee_free: '1.50', setup_fee: '99.90', min_fee_paid: '2.50', max_fee_percentage: '20.00' }
const NONE = { min_fee_free: null, setup_fee: null, min_fee_paid: null, max_fee_percentage: null }

test.describe("§2 'Configuração de Taxas'", () => {
  test("§8 'Taxas salvas com sucesso!', and they are still there after a reload", async ({ page }) => {
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

  test('nothing set yet is 0, and is sent as that', async ({ page }) => {
    await withFees(page, NONE)
    for (const label of FIELDS) await expect(page.getByLabel(label)).toHaveValue(/^0(,00)?$/)
    await page.getByLabel('Taxa mínima paga').fill('')
    const [sent] = await Promise.all([
      page.waitForRequest(
        (request) => request.method() === 'POST' && request.url().endsWith('/enterprise/fees'),
      ),
      save(page).click(),
    ])
    expect(sent.postDataJSON()).toEqual({
      min_fee_free: '0',
      setup_fee: '0',
      min_fee_paid: '0',
      max_fee_percentage: '0',
    })
    await expect(page.getByLabel('Taxa mínima paga')).toHaveValue(/^0(,00)?$/)
  })

  test('§5 only figures are taken', async ({ page }) => {
    await withFees(page, SOME)
    for (const label of FIELDS) {
      await page.getByLabel(label).fill('')
      await page.getByLabel(label).pressSequentially('a1b2,c5-')
      await page.getByLabel(label).blur()
      await expect(page.getByLabel(label)).toHaveValue(/^12,50?$/)
    }
  })

  test('a percentage over 100 is refused in words', async ({ page }) => {
    await withFees(page, SOME)
    await page.getByLabel('Percentual da taxa máxima').fill('100,01')
    await save(page).click()
    await expect(page.getByText('O campo precisa ser de 0 a 100')).toBeVisible()
    await expect(page.getByLabel('Percentual da taxa máxima')).toBeFocused()
  })

  test('beyond what the enterprise allows is refused with its bound, under the field', async ({ page }) => {
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

  test("§2 'Carregando dados do registro...'", async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(API, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(ADDRESS)
    await expect(page.getByText('Carregando dados do registro...')).toBeVisible()
    release()
    await expect(page.getByLabel('Taxa de Setup')).toBeVisible()
  })

  test("§2 'Salvando...' while saving", async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await withFees(page, SOME, async (route) => {
      await held
      await route.fulfill({ json: { status: 200, data: SOME, ...SOME } })
    })
    await save(page).click()
    await expect(page.getByRole('button', { name: 'Salvando...' })).toBeDisabled()
    release()
    await expect(save(page)).toBeEnabled()
  })

  test('the back button leads to the events', async ({ page }) => {
    await page.goto(ADDRESS)
    await page.getByRole('link', { name: 'Voltar' }).click()
    await expect(page).toHaveURL('/organizador/eventos')
  })

  test('a failure to save is told, and keeps what was typed', async ({ page }) => {
    await withFees(page, SOME, (route) => route.fulfill({ status: 500 }))
    await page.getByLabel('Taxa de Setup').fill('10,00')
    await save(page).click()
    await expect(toast(page, 'Erro ao salvar as taxas.')).toBeVisible()
    await expect(page.getByLabel('Taxa de Setup')).toHaveValue('10,00')
  })

  test('a failure to load is told, and can be tried again', async ({ page }) => {
    await page.route(API, (route) => route.fulfill({ status: 500 }))
    await page.goto(ADDRESS)
    await expect(page.getByRole('alert')).toContainText('Erro ao consultar o registro.')
    await page.unroute(API)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect(page.getByLabel('Taxa de Setup')).toBeVisible()
  })
})

test.describe('what a fee comes to', () => {
  test('is told while it is typed', async ({ page }) => {
    await withFees(page, SOME)
    await expect(page.getByText('Num kit de R$ 129,90, a taxa vai até R$ 25,98.')).toBeVisible()
    await page.getByLabel('Percentual da taxa máxima').fill('10')
    await expect(page.getByText('Num kit de R$ 129,90, a taxa vai até R$ 12,99.')).toBeVisible()
  })

  test('for any kit', async ({ page }) => {
    await withFees(page, SOME)
    for (const [value, words] of [
      ['100,00', 'A taxa deste kit pode ir de R$ 2,50 a R$ 20,00'],
      ['10,00', 'A taxa deste kit só pode ser de R$ 2,50'],
      ['0', 'Kit gratuito: taxa a partir de R$ 1,50'],
    ] as const) {
      await page.getByLabel('Valor do kit').fill(value)
      await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
    }
  })
})

test('§6 a realizador with view-fees reads them and changes nothing', async ({
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
  test(`health: nothing to find in ${theme} at ${width} px`, async ({ page }) => {
    const heard = complaints(page)
    await page.addInitScript((scheme) => localStorage.setItem('color-scheme', scheme), theme)
    await page.setViewportSize({ width, height: 800 })
    await page.goto(ADDRESS, { waitUntil: 'networkidle' })
    expect(await accessibilityFindings(page)).toEqual([])
    await expectNoSidewaysScroll(page)
    expect(heard).toEqual([])
  })
}
