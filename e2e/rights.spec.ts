import { expect } from 'playwright/test'
import { addDays, toBrazilianDate } from '#contract/dates.ts'
import { expectAccessible } from './accessibility.ts'
import { createAccount, newCpf } from './create-account.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import {
  acceptTerms,
  expectLine,
  fillPerson,
  next,
  openWizard,
  option,
  register,
  registering,
  success,
  summary,
} from './wizard.ts'

// A new event gives half the price to people of 60 or more (Lei 10.741), without anybody asking for it.

const RACE_DAY = inDays(60)
/** About a month after the birthday. */
const bornFor = (age: number) => addDays(RACE_DAY, -Math.ceil(age * 365.25) - 30)

const test = registering.extend({
  self: async ({ request }, use) => use(await createAccount(request, bornFor(62))),
})

test('on a phone, a runner of 62 pays half, and one of 15 registers in the category of that age', {
  tag: '@operation',
}, async ({ page, request }) => {
  // `expectAccessible` leaves the page at another width.
  const onPhone = () => page.setViewportSize({ width: 390, height: 844 })
  await onPhone()
  const race = await createRace(request, {
    date_event: RACE_DAY,
    modalities: [
      {
        modality_id: -1,
        modality_name: '5 km',
        categories: [
          { category_id: -11, category_name: 'Sub-18', max_age: 17 },
          { category_id: -12, category_name: 'Adulto', min_age: 18 },
        ],
      },
    ],
    products: [
      { id: -101, name: 'Kit Corrida', value: '100.00', rate_organizer: '7.50', is_increment: true },
    ],
    discount_cupons: [],
    questionnaires: [],
  })
  await page.goto(`/events/${race.slug}`)
  const rights = page.getByRole('region', { name: 'Descontos por direito' })
  await expect(rights).toContainText('Pessoa idosa (60+)50% de desconto60 anos ou mais em')
  await rights.getByText('Como funciona').click()
  await expect(rights.getByText('Entra sozinho no preço de quem tem o direito.')).toBeVisible()
  await expectAccessible(page)
  await onPhone()

  await openWizard(page, race)
  await page.getByLabel('Desejo registrar outros participantes').check()
  await fillPerson(page, { name: 'Lia Prado', cpf: newCpf(), birthDate: toBrazilianDate(bornFor(15)) })
  await next(page)
  await expect(option(page, 'Sua categoria', 'Adulto')).toBeChecked()
  await expect(
    page.getByRole('group', { name: 'Lia Prado' }).getByLabel('Categoria').locator('option:checked'),
  ).toHaveText('Sub-18')
  await next(page)
  await option(page, 'Seu kit', 'Kit Corrida').check()
  await expect(page.getByRole('main')).toContainText('Você paga R$\u00a053,75.')
  await page.getByRole('group', { name: 'Lia Prado' }).getByLabel('Kit').selectOption({ index: 1 })
  await expectAccessible(page)
  await onPhone()
  await next(page)

  await page.getByRole('button', { name: /^Total/ }).click()
  await expectLine(page, 'Pessoa idosa (60+)', '-R$ 50,00')
  await expect(summary(page)).toContainText('5 km · Sub-18')
  await expect(summary(page).getByText('Total', { exact: true }).locator('..')).toHaveText(
    'TotalR$\u00a0161,25',
  )
  await page.keyboard.press('Escape')
  await option(page, 'Forma de pagamento', 'Pix').check()
  await acceptTerms(page)
  await register(page).click()
  await expect(success(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('R$\u00a0161,25')
})
