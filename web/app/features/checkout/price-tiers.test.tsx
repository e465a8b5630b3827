// @module-tag operation
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublicEvent } from '#contract/event/event.ts'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { button, expectText, toast } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import {
  expectLine,
  fillPerson,
  group,
  heading,
  next,
  openWizard,
  option,
  others,
  summary,
} from '#web-test/wizard.tsx'

// Price tiers in the wizard (docs/algorithms/pricing.md).

const REGISTER = `POST /events/${EVENT.id}/register-participant`
const READ = `GET /events/slug/${EVENT.slug}`
const BASIC_KIT = 102

/** The event with tiers of the Kit Básico, which has no added fee; `left` are the units of the first one. */
function tiered(current: 1 | 2, left: number | null = 40): PublicEvent {
  const value = current === 1 ? '100.00' : '120.00'
  const tier = {
    id: current,
    name: `${current}º lote`,
    value,
    ends_on: null,
    remaining: current === 1 ? left : null,
  }
  const next_tier = current === 1 ? { id: 2, name: '2º lote', value: '120.00' } : null
  const products = EVENT.products.map((kit) =>
    kit.id === BASIC_KIT ? { ...kit, value, tier, next_tier } : kit,
  )
  return { ...EVENT, products, version: current }
}

const refusal = (expected: string, current: string) => ({
  status: 409,
  body: { status: 409, exception: 'O evento mudou.', code: 'offer_changed', data: { expected, current } },
})
const notice = () => page.getByRole('main').getByRole('alert')
const sentValues = () => sentCalls(REGISTER).map(({ body }) => Reflect.get(Object(body), 'expected_value'))
const keys = () => sentCalls(REGISTER).map(({ headers }) => headers.get('Idempotency-Key'))

async function confirmOrder(): Promise<void> {
  await option('Forma de pagamento', 'Pix').click()
  await page.getByRole('checkbox', { name: /^Li e aceito/ }).click()
  await button('Registrar').click()
}

test('the kit step shows the current tier and the next price; the summary names the tier', async () => {
  await openWizard({ step: 2, event: tiered(1) })
  await expectText(group('Kit'), '1º lote · restam 40 inscrições neste lote · depois R$ 120,00')
  await option('Kit', 'Kit Básico').click()
  await expectLine('Kit Básico · 1º lote', 'R$ 100,00')
  await expectLine('Total', 'R$ 100,00')
})

test('a tier that ends meanwhile: shows both totals and why; one button places the order at the new price', async () => {
  await openWizard({ step: 3, kit: BASIC_KIT, event: tiered(1) })
  answerCalls({
    [REGISTER]: refusal('100.00', '120.00'),
    [READ]: { body: { data: tiered(2) } },
    'GET /participant/orders/*': { status: 404 },
  })
  await confirmOrder()
  await expectText(notice(), 'O preço mudou: de R$ 100,00 para R$ 120,00.')
  await expectText(notice(), 'O lote "1º lote" acabou. Agora vale o lote "2º lote".')
  await expect.element(notice()).toHaveFocus()
  await expect.element(heading(3)).toBeVisible()
  await expectLine('Kit Básico · 2º lote', 'R$ 120,00')
  await expectLine('Total', 'R$ 120,00')
  await expect.element(button('Registrar')).not.toBeInTheDocument()
  await expect.element(toast('O evento mudou.')).not.toBeInTheDocument()

  await button('Continuar por R$\u00a0120,00').click()
  await expect.poll(sentValues).toEqual(['100.00', '120.00'])
  expect(new Set(keys()).size).toBe(2)
})

test('several people and too few units: the total is the server’s until the order changes', async () => {
  await openWizard({ event: tiered(1) })
  await others().click()
  await fillPerson()
  await next()
  await page.getByLabelText('Mesma categoria e kit para todos').click()
  await option('Modalidade', '5 km').click()
  await option('Categoria', 'Geral').click()
  await next()
  await option('Kit', 'Kit Básico').click()
  await option('É a sua primeira corrida?', 'Não').click()
  await next()
  await expectLine('Total', 'R$ 200,00')
  answerCalls({ [REGISTER]: refusal('200.00', '220.00'), 'GET /participant/orders/*': { status: 404 } })
  await confirmOrder()
  // The event that is read again may still be a cached one.
  await expectText(notice(), 'O preço mudou: de R$ 200,00 para R$ 220,00.')
  await expectLine('Total', 'R$ 220,00')
  await expectText(summary(), 'vale este total, e não a soma das linhas')
  await button('Continuar por R$\u00a0220,00').click()
  await expect.poll(sentValues).toEqual(['200.00', '220.00'])

  await page.getByRole('button', { name: /^Kit/ }).click()
  await option('Kit', 'Kit Completo').click()
  await expect.element(summary().getByText('vale este total')).not.toBeInTheDocument()
})

test('the units left in a tier are given to the first people, the next tier to the others', async () => {
  await openWizard({ event: tiered(1, 1) })
  await others().click()
  await fillPerson()
  await next()
  await page.getByLabelText('Mesma categoria e kit para todos').click()
  await option('Modalidade', '5 km').click()
  await option('Categoria', 'Geral').click()
  await next()
  await option('Kit', 'Kit Básico').click()
  await expectLine('Kit Básico · 1º lote', 'R$ 100,00')
  await expectLine('Kit Básico · 2º lote', 'R$ 120,00')
  await expectLine('Total', 'R$ 220,00')
})

test('changed terms must be accepted before going on at the new price', async () => {
  await openWizard({ step: 3, kit: BASIC_KIT, event: tiered(1) })
  const terms = EVENT.terms.map((term) => ({ ...term, description: 'Outro texto.' }))
  answerCalls({
    [REGISTER]: refusal('100.00', '120.00'),
    [READ]: { body: { data: { ...tiered(2), terms } } },
  })
  await confirmOrder()
  await expectText(notice(), 'O preço mudou: de R$ 100,00 para R$ 120,00.')
  await button('Continuar por R$\u00a0120,00').click()
  await expect.element(page.getByText('Você deve aceitar todos os termos.').first()).toBeVisible()
  expect(sentValues()).toEqual(['100.00'])
})

test('a change of which the server tells no totals is refused as any other', async () => {
  await openWizard({ step: 3, kit: BASIC_KIT, event: tiered(1) })
  const body = { status: 409, exception: 'O evento mudou.', code: 'offer_changed' }
  answerCalls({ [REGISTER]: { status: 409, body } })
  await confirmOrder()
  await expect.element(toast('O evento mudou.')).toBeVisible()
  await expect.element(button('Registrar')).toBeEnabled()
})
