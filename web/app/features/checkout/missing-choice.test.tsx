// @module-tag operation
import { beforeEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { answerCalls } from '#web-test/answers.ts'
import { button, setScreenSize } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import { group, next, openWizard } from '#web-test/wizard.tsx'

// On a phone, a bar with the total and the button is fixed to the lower edge. It must not cover the message
// about a missing choice.

beforeEach(() => setScreenSize(390, 844))

/** An event with more options of each kind than fit on a phone screen. */
const times = <One,>(all: readonly One[], renumbered: (one: One, by: number) => One): One[] =>
  [0, 100, 200, 300, 400].flatMap((by) => all.map((one) => renumbered(one, by)))
const MANY = {
  ...EVENT,
  modalities: times(EVENT.modalities, (modality, by) => ({
    ...modality,
    modality_id: modality.modality_id + by,
    categories: times(modality.categories, (category, more) => ({
      ...category,
      category_id: category.category_id + by + more * 10,
    })),
  })),
  payment_methods: [...EVENT.payment_methods, { id: 52, type: 2 as const }],
  products: times(EVENT.products, (kit, by) => ({ ...kit, id: kit.id + by * 10 })),
}

async function expectAboveBar(words: Locator): Promise<void> {
  await expect.element(words).toBeVisible()
  const bar = document.querySelector('form [type=submit]')?.parentElement
  await expect
    .poll(() => {
      const { top, bottom } = words.element().getBoundingClientRect()
      return top >= 0 && bottom <= (bar?.getBoundingClientRect().top ?? 0)
    })
    .toBe(true)
}

const edges = (legend: string) =>
  [...group(legend).element().querySelectorAll('label:not(:has(:disabled))')].map(
    (option) => getComputedStyle(option).boxShadow,
  )

test.each([
  [1, 'Modalidade', 'Escolha uma modalidade'],
  [2, 'Kit', 'Escolha um kit'],
  [3, 'Forma de pagamento', 'Escolha uma forma de pagamento'],
])(
  'step %i, %s: the message about a missing choice is above the bar, and its options have a red edge',
  async (step, legend, words) => {
    await openWizard({ event: MANY, step })
    const before = edges(legend)
    window.scrollTo({ top: document.body.scrollHeight })
    await button(step === 3 ? 'Registrar' : 'Próximo').click()
    await expectAboveBar(page.getByText(words, { exact: true }))
    await expect.poll(() => edges(legend).every((edge, i) => edge !== before[i])).toBe(true)
  },
)

test('the message about a missing category is above the bar', async () => {
  await openWizard({ event: MANY, step: 1 })
  await group('Modalidade').getByRole('radio').last().click()
  window.scrollTo({ top: 0 })
  await next()
  await expectAboveBar(page.getByText('Escolha uma categoria', { exact: true }))
})

test('the message about a lost connection is above the bar', async () => {
  await openWizard({ event: MANY, step: 3 })
  await page.getByRole('radio', { name: /^Pix/ }).click()
  for (const box of page.getByRole('checkbox').all()) await box.click()
  answerCalls({})
  await button('Registrar').click()
  await expectAboveBar(page.getByRole('alert').filter({ hasText: 'a inscrição não se repete' }))
})
