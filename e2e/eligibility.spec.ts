import { expect, type Page } from 'playwright/test'
import { addDays, toBrazilianDate } from '#contract/dates.ts'
import type { EventInput } from '#contract/event-management/event-document.ts'
import { newCpf } from './create-account.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import {
  acceptTerms,
  fillPerson,
  next,
  openWizard,
  option,
  register,
  registering,
  summary,
} from './wizard.ts'

const RACE_DAY = inDays(60)
const DAY = toBrazilianDate(RACE_DAY)
/** About a month after the birthday. */
const bornFor = (age: number) => toBrazilianDate(addDays(RACE_DAY, -Math.ceil(age * 365.25) - 30))

const RESTRICTED: Partial<EventInput> = {
  date_event: RACE_DAY,
  modalities: [
    {
      modality_id: -1,
      modality_name: '5 km',
      categories: [
        { category_id: -11, category_name: 'Sub-18', max_age: 17 },
        { category_id: -12, category_name: 'Adulto', min_age: 18, max_age: 59 },
        { category_id: -13, category_name: '60+', min_age: 60 },
      ],
    },
    {
      modality_id: -2,
      modality_name: '10 km',
      min_age: 16,
      categories: [{ category_id: -21, category_name: '10 km Geral' }],
    },
  ],
  products: [{ id: -101, name: 'Kit Gratuito', value: '0.00', is_increment: false }],
  discount_cupons: [],
  questionnaires: [],
}

registering(
  'a grown-up, a person of 15 and one of 62: each is offered what fits, and all are registered',
  { tag: '@operation' },
  async ({ page, request }) => {
    await openWizard(page, await createRace(request, RESTRICTED))
    await page.getByLabel('Desejo registrar outros participantes').check()
    await page.getByRole('button', { name: 'Adicionar participante' }).click()
    await fillPerson(page, { name: 'Lia Prado', cpf: newCpf(), birthDate: bornFor(15) })
    await fillPerson(page, { name: 'Rita Prado', cpf: newCpf(), birthDate: bornFor(62) }, 1)
    await next(page)

    await option(page, 'Sua modalidade', '5 km').check()
    const categories = page.getByRole('group', { name: 'Sua categoria' })
    await expect(option(page, 'Sua categoria', 'Adulto')).toBeChecked()
    await expect(option(page, 'Sua categoria', '60+')).toBeDisabled()
    await expect(categories).toContainText(`Para quem tiver 60 anos ou mais em ${DAY}; nessa data você terá `)

    // Of the whole event, only Sub-18 fits Lia.
    await expect(select(page, 'Lia Prado', 'Categoria')).toHaveText('Sub-18')
    await expect(
      page
        .getByRole('group', { name: 'Lia Prado' })
        .getByRole('option', { name: /^10 km/, includeHidden: true }),
    ).toHaveText(`10 km · para quem tiver 16 anos ou mais em ${DAY}`)
    await page.getByRole('group', { name: 'Rita Prado' }).getByLabel('Modalidade').selectOption('5 km')
    await expect(select(page, 'Rita Prado', 'Categoria')).toHaveText('60+')
    await next(page)

    await option(page, 'Seu kit', 'Kit Gratuito').check()
    for (const name of ['Lia Prado', 'Rita Prado'])
      await page
        .getByRole('group', { name })
        .getByLabel('Kit')
        .selectOption({ label: 'Kit Gratuito · R$\u00a00,00' })
    await next(page)
    for (const category of ['Adulto', 'Sub-18', '60+'])
      await expect(summary(page)).toContainText(`5 km · ${category}`)
    await acceptTerms(page)
    await register(page).click()
    for (const [name, category] of [
      ['Bruna Prado', 'Adulto'],
      ['Lia Prado', 'Sub-18'],
      ['Rita Prado', '60+'],
    ] as const)
      await expect(page.getByRole('row', { name })).toContainText(category)
  },
)

/** The selected option of a person's field. */
const select = (page: Page, person: string, label: string) =>
  page.getByRole('group', { name: person }).getByLabel(label).locator('option:checked')
