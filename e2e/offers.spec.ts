import { expect, test } from 'playwright/test'
import { toBrazilianDate } from '#contract/dates.ts'
import { logIn, signIn } from './create-account.ts'
import { createRace, readRace } from './create-race.ts'
import { inDays } from './days.ts'
import { goTo, MANAGE_EVENT, save } from './manage-event.ts'
import { toast } from './toast.ts'

const FIVE_MINUTES = 5 * 60_000
const PCD = 'Meia-entrada para pessoas com deficiência (Lei 12.933/2013, art. 1º, § 8º)'

test('in under five minutes an organizer sets three tiers, 60+, a quota for people with disabilities and fifty codes', {
  tag: '@operation',
}, async ({ page, request }) => {
  const race = await createRace(request, {
    vacancy_limit: 500,
    products: [
      { id: -101, name: 'Kit Completo', value: '150.00', rate_organizer: '7.50', is_increment: true },
    ],
    discount_cupons: [],
  })
  await signIn(page.context(), await logIn(request, 'organizador@largada.test'))
  const started = Date.now()
  await page.goto(`${MANAGE_EVENT}/${race.id}?etapa=3`)

  await test.step('three tiers', async () => {
    await page.getByRole('button', { name: 'Kit Completo', exact: true }).click()
    await page.getByRole('button', { name: 'Vender em lotes' }).click()
    const row = (name: string) => page.getByRole('group', { name, exact: true })
    await row('1º lote').getByLabel('Valor').fill('100')
    await row('1º lote')
      .getByLabel('Até o dia')
      .fill(toBrazilianDate(inDays(3)))
    await row('2º lote').getByLabel('Valor').fill('120')
    await page.getByRole('button', { name: 'Adicionar lote' }).click()
    await row('3º lote').getByLabel('Valor').fill('150')
    await row('2º lote').getByLabel('Até quantas inscrições').fill('100')
  })
  await test.step('discounts by right', async () => {
    await goTo(page, 'Pagamento')
    const rights = page.getByRole('region', { name: 'Descontos por direito' })
    await expect(rights.getByText('Pessoa idosa (60+)')).toBeVisible()
    await rights.getByRole('button', { name: 'Sugestões' }).click()
    await page.getByRole('button', { name: `Adicionar: ${PCD}` }).click()
    await expect(rights.getByText('200 de 500 vagas, 40%')).toBeVisible()
  })
  await test.step('a batch of codes', async () => {
    await page.getByRole('button', { name: 'Adicionar cupom' }).click()
    await page.locator('[name="discount_cupons.0.code"]').fill('CLUBE')
    await page.locator('[name="discount_cupons.0.value"]').fill('10')
    await page.getByText(/^Condições:/).click()
    await page.getByRole('switch', { name: /^Códigos de uso único/ }).click({ force: true })
    await save(page)
    await expect(toast(page, 'Evento atualizado com sucesso!')).toBeVisible()
    await page.getByRole('button', { name: 'CLUBE', exact: true }).click()
    await page.getByRole('button', { name: 'Códigos de uso único' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Quantos códigos gerar/).fill('50')
    await dialog.getByRole('button', { name: 'Gerar' }).click()
    await expect(dialog.getByText('50 códigos: 50 livres, 0 usados, 0 cancelados.')).toBeVisible()
  })
  expect(Date.now() - started).toBeLessThan(FIVE_MINUTES)

  const { products, right_rules: rights } = await readRace(request, race)
  expect(products).toMatchObject([
    { value: '100.00', tier: { name: '1º lote' }, next_tier: { name: '2º lote', value: '120.00' } },
  ])
  expect(rights).toMatchObject([
    { name: 'Pessoa idosa (60+)', rate: '50.00', quantity: null },
    { name: 'Pessoa com deficiência (meia-entrada)', quantity: 200, remaining: 200 },
  ])
})
