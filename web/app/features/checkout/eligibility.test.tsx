import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublicEvent } from '#contract/event/event.ts'
import { type EligibilityRule, EVERYBODY } from '#contract/pricing/eligibility.ts'
import { answerCalls } from '#web-test/answers.ts'
import { button, expectText } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import {
  back,
  expectMessage,
  fillPerson,
  group,
  heading,
  next,
  openWizard,
  option,
  others,
} from '#web-test/wizard.tsx'

// Sex and age in the wizard. On the day of the race Bruna, the buyer, is 34, and Ana, born in 1995, is 31.

type Rules = Readonly<Record<number, Partial<EligibilityRule>>>

/** The event with rules by the ids of modalities, categories and kits. */
const restricted = (rules: Rules): PublicEvent => ({
  ...EVENT,
  date_event: '10/01/2027',
  modalities: EVENT.modalities.map((modality) => ({
    ...modality,
    ...EVERYBODY,
    ...rules[modality.modality_id],
    categories: modality.categories.map((one) => ({ ...one, ...rules[one.category_id] })),
  })),
  products: EVENT.products.map((kit) => ({ ...kit, ...rules[kit.id] })),
})
const TEN_KM = 2
const [GENERAL, SENIORS, GENERAL_10] = [11, 12, 21]
const [COMPLETE_KIT, BASIC_KIT] = [101, 102]
const SENIORS_ONLY = { [SENIORS]: { min_age: 60 } }

async function addAna(): Promise<void> {
  await others().click()
  await fillPerson()
  await next()
}
const bornIn = (year: string) =>
  group('Participante 2').getByLabelText('Data de nascimento').fill(`10/05/${year}`)
const anas = (label: string) => group('Ana Lima').getByLabelText(label, { exact: true })

test('shows what does not fit with its reason, and selects the only category of the modality that does', async () => {
  await openWizard({ event: restricted({ ...SENIORS_ONLY, [TEN_KM]: { sex: 0, max_age: 29 } }), step: 1 })
  await expect.element(option('Modalidade', '10 km')).toBeDisabled()
  await expectText(
    group('Modalidade'),
    '10 kmPara homens que tiverem até 29 anos em 10/01/2027; o sexo do seu cadastro é feminino, e nessa data você terá 34.',
  )
  await expect.element(option('Categoria', 'Geral')).toBeChecked()
  await expect.element(option('Categoria', '60+')).toBeDisabled()
  await expectText(
    group('Categoria'),
    '60+Para quem tiver 60 anos ou mais em 10/01/2027; nessa data você terá 34.',
  )
  await next()
  await expect.element(heading(2)).toBeVisible()
})

test('with `year_end`, ages count on 31 December', async () => {
  const event = restricted({ [GENERAL]: { min_age: 36 } })
  await openWizard({ event: { ...event, age_reference: 'year_end' }, step: 1 })
  await option('Modalidade', '5 km').click()
  await expectText(group('Categoria'), '36 anos ou mais em 31/12/2027; nessa data você terá 35.')
})

test('of several categories that fit, none is selected until the modality leaves one', async () => {
  await openWizard({ event: restricted(SENIORS_ONLY), step: 1 })
  await expect.element(option('Modalidade', '10 km')).not.toBeChecked()
  await next()
  await expectMessage('Escolha uma categoria')
  await option('Modalidade', '10 km').click()
  await expect.element(option('Categoria', 'Geral')).toBeChecked()
  await expect.element(page.getByText('Escolha uma categoria')).not.toBeInTheDocument()
})

test('the only category that fits is not selected when it has sold out', async () => {
  const event = restricted(SENIORS_ONLY)
  const modalities = event.modalities.map((modality) => ({
    ...modality,
    categories: modality.categories.map((one) => ({ ...one, sold_out: one.category_id === GENERAL })),
  }))
  await openWizard({ event: { ...event, modalities }, step: 1 })
  await option('Modalidade', '5 km').click()
  await expect.element(option('Categoria', 'Geral')).toBeDisabled()
  await expect.element(option('Categoria', 'Geral')).not.toBeChecked()
})

test('additional people are offered what fits their own birth date and sex', async () => {
  const forOlder = { [GENERAL]: { min_age: 32 }, [GENERAL_10]: { sex: 0 }, [BASIC_KIT]: { min_age: 32 } }
  await openWizard({ event: restricted(forOlder) })
  await addAna()
  // Of the whole event, only this category fits Ana.
  await expect.element(anas('Modalidade')).toHaveDisplayValue('5 km')
  await expect.element(anas('Categoria')).toHaveDisplayValue('60+')
  const general = anas('Categoria').getByRole('option', { name: /^Geral/ })
  await expect.element(general).toHaveTextContent('Geral · para quem tiver 32 anos ou mais em 10/01/2027')
  await expect.element(general).toBeDisabled()
  await option('Sua modalidade', '5 km').click()
  await option('Sua categoria', 'Geral').click()
  await next()
  await expect.element(option('Seu kit', 'Kit Básico')).toBeEnabled()
  const basic = anas('Kit').getByRole('option', { name: /^Kit Básico/ })
  await expect.element(basic).toHaveTextContent('Kit Básico · para quem tiver 32 anos ou mais em 10/01/2027')
  await expect.element(basic).toBeDisabled()
})

test('a person who changed after the choice: the only category that fits now replaces it', async () => {
  await openWizard({ event: restricted({ [GENERAL]: { max_age: 59 }, [SENIORS]: { min_age: 60 } }) })
  await addAna()
  await anas('Modalidade').selectOptions('5 km')
  await expect.element(anas('Categoria')).toHaveDisplayValue('Geral')
  await back()
  await bornIn('1950')
  await next()
  await expect.element(anas('Categoria')).toHaveDisplayValue('60+')
})

test('a person who changed after the choice: the step says why it no longer fits', {
  tags: 'operation',
}, async () => {
  await openWizard({ event: restricted({ [GENERAL_10]: { max_age: 59 } }) })
  await addAna()
  await option('Sua modalidade', '10 km').click()
  await anas('Modalidade').selectOptions('10 km')
  await back()
  await bornIn('1950')
  await next()
  await next()
  await expectMessage(
    'A categoria "Geral" é para quem tiver até 59 anos em 10/01/2027; nessa data Ana Lima terá 76.',
  )
  await anas('Modalidade').selectOptions('5 km')
  await anas('Categoria').selectOptions('60+')
  await next()
  await expect.element(heading(2)).toBeVisible()
})

test('a choice for all must fit everybody, and the reason names who does not', async () => {
  await openWizard({ event: restricted({ [GENERAL]: { min_age: 32 } }) })
  await addAna()
  await option('Sua modalidade', '5 km').click()
  await option('Sua categoria', 'Geral').click()
  await page.getByLabelText('Mesma categoria e kit para todos').click()
  await expectText(group('Categoria'), 'nessa data Ana Lima terá 31.')
  await expect.element(option('Categoria', 'Geral')).toBeDisabled()
  await expect.element(option('Categoria', '60+')).toBeChecked()
})

test('a kit that does not fit is shown with its reason', async () => {
  await openWizard({ event: restricted({ [COMPLETE_KIT]: { sex: 0 } }), step: 2 })
  await expect.element(option('Kit', 'Kit Completo')).toBeDisabled()
  await expectText(group('Kit'), 'Kit CompletoPara homens; o sexo do seu cadastro é feminino.')
  await expect.element(option('Kit', 'Kit Básico')).toBeEnabled()
})

test.each([
  ['category_id', 'Modalidade', 1, 'Categoria', 'Geral'],
  ['product_id', 'Kit', 2, 'Kit', 'Kit Básico'],
])('a server that refuses %s leads back to the step %s', async (field, name, step, legend, chosen) => {
  await openWizard({ event: restricted({}), step: 3, kit: BASIC_KIT })
  const sentence = `Não é para quem terá 34 anos em 10/01/2027.`
  const body = { status: 422, message: sentence, exception: sentence, errors: { [field]: [sentence] } }
  answerCalls({ [`POST /events/${EVENT.id}/register-participant`]: { status: 422, body } })
  await option('Forma de pagamento', 'Pix').click()
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).click()
  await button('Registrar').click()
  await button(`Ir para ${name}`).click()
  await expect.element(heading(step)).toBeVisible()
  await expectText(group(legend), sentence)
  await expect.element(option(legend, chosen)).toBeChecked()
})
