import { expect, test } from 'vitest'
import { EventInput } from '#contract/organizer-event.ts'
import { blankEvent, blankModality, blankProduct } from './blank.ts'
import { inputOf } from './to-input.ts'

test('the API takes the ids that the editor gives to what is new', () => {
  const form = { ...blankEvent(), modalities: [blankModality()], products: [blankProduct('')] }
  const refused = EventInput.safeParse(inputOf(form)).error?.issues.map(({ path }) => path.at(-1)) ?? []
  expect(refused).toContain('title')
  expect(refused).not.toContain('modality_id')
  expect(refused).not.toContain('id')
})
