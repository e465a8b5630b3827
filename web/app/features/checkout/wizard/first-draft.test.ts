import { expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event/event.ts'
import { EVENT, PROFILE } from '#web-test/sample-event.ts'
import { STEPS } from './draft.ts'
import { firstDraft, type Opened } from './first-draft.ts'

const LAST: Opened['usual'] = {
  modality: '5 KM',
  category: 'geral',
  product: 'Kit Completo',
  shirt_size: 'M',
  payment_type: 0,
  answers: [{ questionnaire_id: 31, accepted: false, value: null }],
}
const NEVER: Opened['usual'] = {
  modality: null,
  category: null,
  product: null,
  shirt_size: null,
  payment_type: null,
  answers: [],
}
const CONFIRMATION = STEPS.length - 1

const open = (usual: Opened['usual'], event: PublicEvent = EVENT) => {
  const draft = firstDraft({ event, profile: PROFILE, usual })
  return { ...draft.participants[0].choice, step: draft.step, answers: draft.answers }
}
const WHOLE = { modality_id: 1, category_id: 11, product_id: 101, shirt_size_id: 1001 }

test('what was chosen and answered last time is chosen, and the wizard opens at the confirmation', () => {
  expect(open(LAST)).toEqual({ ...WHOLE, step: CONFIRMATION, answers: { 31: false } })
})

test.each([
  ['a modality that is not offered', { modality: '42 km' }, {}],
  ['a category that is not offered', { category: 'Elite' }, { modality_id: 1 }],
  ['a kit that is not offered', { product: 'Kit de luxo' }, { modality_id: 1, category_id: 11 }],
  ['a size that is sold out', { shirt_size: 'GG' }, { ...WHOLE, shirt_size_id: null }],
  ['no answer', { answers: [] }, WHOLE],
])('%s: the rest is chosen, and the wizard opens at the first step', (_, last, choice) => {
  const none = { modality_id: null, category_id: null, product_id: null, shirt_size_id: null }
  expect(open({ ...LAST, ...last })).toMatchObject({ ...none, ...choice, step: 0 })
})

test('a category that excludes the runner is not chosen', () => {
  const [five, ...others] = EVENT.modalities
  if (!five) throw new Error('the event has no modality')
  const forMen = five.categories.map((one) => ({ ...one, sex: one.category_id === 11 ? 0 : one.sex }))
  const event = { ...EVENT, modalities: [{ ...five, categories: forMen }, ...others] } as PublicEvent
  // Only the other category is left.
  expect(open(LAST, event)).toMatchObject({ category_id: 12 })
})

test('for a first registration single possibilities are chosen, and the wizard opens at the first step', () => {
  const event = {
    ...EVENT,
    modalities: EVENT.modalities
      .slice(0, 1)
      .map((one) => ({ ...one, categories: one.categories.slice(0, 1) })),
    products: EVENT.products.slice(1, 2),
    questionnaires: [],
  }
  expect(open(NEVER, event)).toMatchObject({ ...WHOLE, product_id: 102, shirt_size_id: null, step: 0 })
  expect(open(NEVER)).toMatchObject({ modality_id: null, step: 0 })
})

test('an answer that is no longer possible is not suggested', () => {
  const [question] = EVENT.questionnaires
  if (!question) throw new Error('the event has no question')
  const event = { ...EVENT, questionnaires: [{ ...question, kind: 'choice' as const, options: ['A', 'B'] }] }
  const answered = (value: string) => [{ questionnaire_id: 31, accepted: true, value }]
  expect(open({ ...LAST, answers: answered('C') }, event)).toMatchObject({ answers: {}, step: 0 })
  expect(open({ ...LAST, answers: answered('B') }, event)).toMatchObject({
    answers: { 31: 'B' },
    step: CONFIRMATION,
  })
})
