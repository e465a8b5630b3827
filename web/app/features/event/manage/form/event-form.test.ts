import { expect, test } from 'vitest'
import { EventInput } from '#contract/organizer-event.ts'
import { blankEvent, blankModality, blankProduct, inputOf } from './event-form.ts'

test('the API takes the temporary ids of new items', () => {
  const form = { ...blankEvent(), modalities: [blankModality()], products: [blankProduct('')] }
  const refused = EventInput.safeParse(inputOf(form)).error?.issues.map(({ path }) => path.at(-1)) ?? []
  expect(refused).toContain('title')
  expect(refused).not.toContain('modality_id')
  expect(refused).not.toContain('id')
})
