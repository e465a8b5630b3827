import { expect, type Page } from 'playwright/test'
import { newCpf } from './create-account.ts'
import {
  addCoupon,
  answerQuestions,
  back,
  expectLine,
  fillPerson,
  heading,
  next,
  openWizard,
  option,
  summary,
  test,
} from './wizard.ts'

// Specification, page 2: §4 resets, §2 several participants; issue 3: progress that survives a reload.

const others = (page: Page) => page.getByLabel('Desejo registrar outros participantes')

test.describe('§4 wizard', () => {
  test('changing the kit resets coupon, discount and final value', async ({ page, resume }) => {
    await resume(3)
    await addCoupon(page, 'DEZ')
    await expectLine(page, 'Total', 'R$ 97,50')
    await back(page)
    await option(page, 'Kit', 'Kit Básico').check()
    await expectLine(page, 'Total', 'R$ 60,00')
    await expect(summary(page).getByText('Cupom DEZ')).toBeHidden()
    await next(page)
    await expect(page.getByLabel('Código do cupom')).toBeVisible()
  })

  test('changing the modality clears the category, changing the category the kit', async ({
    page,
    resume,
  }) => {
    await resume(3)
    await page.getByRole('button', { name: 'Modalidade' }).click()
    await option(page, 'Categoria', '5 km 60+').check()
    await expect(summary(page).getByText('Kit Completo')).toBeHidden()
    await option(page, 'Modalidade', '10 km').check()
    await expect(option(page, 'Categoria', '10 km Geral')).not.toBeChecked()
  })
})

test.describe('§2 wizard: several participants', () => {
  test('all participants get the buyer’s category and kit; each chooses a size', async ({ page, race }) => {
    await openWizard(page, race)
    await others(page).check()
    await fillPerson(page, { name: 'Ana Lima', cpf: newCpf() })
    await next(page)
    await expect(page.getByLabel('Mesma categoria e kit para todos')).toBeChecked()
    await option(page, 'Modalidade', '5 km').check()
    await option(page, 'Categoria', '5 km Geral').check()
    await next(page)
    await option(page, 'Kit', 'Kit Completo').check()
    await option(page, 'Tamanho da sua camisa', 'M').check()
    const ana = page.getByRole('group', { name: 'Ana Lima' })
    await expect(ana.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
    await ana.getByRole('radio', { name: 'P', exact: true }).check()
    await expect(summary(page)).toContainText('5 km · 5 km Geral · camisa P')
    await expectLine(page, 'Total', 'R$ 215,00')
  })

  test('each participant can choose another category, kit and size', async ({ page, race }) => {
    await openWizard(page, race)
    await others(page).check()
    await fillPerson(page, { name: 'Ana Lima', cpf: newCpf() })
    await next(page)
    await option(page, 'Modalidade', '5 km').check()
    await option(page, 'Categoria', '5 km Geral').check()
    await page.getByLabel('Mesma categoria e kit para todos').uncheck()
    const ana = page.getByRole('group', { name: 'Ana Lima' })
    await ana.getByLabel('Modalidade').selectOption('10 km')
    await next(page)
    await expect(ana.getByText('Escolha uma categoria')).toBeVisible()
    await ana.getByLabel('Categoria').selectOption('10 km Geral')
    await next(page)
    await option(page, 'Kit', 'Kit Completo').check()
    await option(page, 'Tamanho da sua camisa', 'M').check()
    await answerQuestions(page)
    await next(page)
    await expect(ana.getByText('Escolha um kit')).toBeVisible()
    await ana.getByLabel('Kit').selectOption({ index: 1 })
    await next(page)
    await expect(heading(page, 3)).toBeVisible()
    await expect(summary(page)).toContainText('10 km · 10 km Geral')
    await expectLine(page, 'Total', 'R$ 193,50')
  })
})

test.describe('§2 wizard: draft', () => {
  test('a reload keeps all values', async ({ page, race }) => {
    await openWizard(page, race)
    await others(page).check()
    await fillPerson(page, { name: 'Ana Lima', cpf: newCpf() })
    await next(page)
    await option(page, 'Modalidade', '5 km').check()
    await option(page, 'Categoria', '5 km Geral').check()
    await page.reload()
    await expect(heading(page, 1)).toBeVisible()
    await expect(option(page, 'Categoria', '5 km Geral')).toBeChecked()
    await back(page)
    await expect(page.getByLabel('Nome')).toHaveValue('Ana Lima')
  })

  // Other invalid drafts: web/app/features/checkout/draft-storage.test.ts.
  test('an invalid stored draft is discarded', async ({ page, race, resume }) => {
    await resume(1)
    await page.evaluate((key) => sessionStorage.setItem(key, '{'), `registration-draft:${race.slug}`)
    await page.reload()
    await expect(heading(page, 0)).toBeVisible()
  })
})
