import { expect, test } from 'vitest'
import { blankCategory, blankModality } from './event-form.ts'
import { categoryChoices } from './offer.ts'

test('two equal pairs of modality and category are offered once, unless the second one is chosen', () => {
  const category = (category_id: number) => ({ ...blankCategory(), category_id, category_name: 'Geral' })
  const five = { ...blankModality(), modality_name: '5 km', categories: [category(11), category(12)] }
  const ten = { ...blankModality(), modality_name: '10 km', categories: [category(21)] }
  const offered = (chosen: string[] = []) => categoryChoices([five, ten], chosen).map(({ value }) => value)
  expect(offered()).toEqual(['11', '21'])
  expect(offered(['12'])).toEqual(['11', '12', '21'])
})
