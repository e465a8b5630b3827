import { expect, test } from 'vitest'
import { AGE_PRESETS } from '#contract/event-management/age-presets.ts'
import { kmOf, presetChanges } from './age-preset.ts'
import { blankModality } from './event-form.ts'

test.each([
  ['5 km', 5],
  ['Corrida 7,5km', 7.5],
  ['21K', 21],
  ['Meia maratona', 21.1],
  ['Maratona', 42.2],
  ['Minimaratona', null],
  ['Caminhada', null],
  ['Kids', null],
])('the distance of %s is %s', (name, km) => {
  expect(kmOf(name)).toBe(km)
})

test('a preset changes the modalities whose distance it knows', () => {
  const [norm] = AGE_PRESETS
  if (!norm) throw new Error('there are no presets')
  const names = ['Kids 1 km', '5 km', '8 km', '10 km', 'Meia maratona', 'Maratona', 'Caminhada']
  const modalities = names.map((modality_name) => ({ ...blankModality(), modality_name }))
  const [kids, five, ...others] = modalities as [(typeof modalities)[0], (typeof modalities)[0]]
  const changes = presetChanges(norm, [
    { ...kids, max_age: '12' },
    { ...five, min_age: '14' },
    ...others,
    { ...five, removed: true },
  ])
  expect(changes.map(({ index, band, isPossible }) => [index, band.min_age, isPossible])).toEqual([
    [0, 14, false],
    [3, 18, true],
    [4, 18, true],
    [5, 20, true],
  ])
})

test.each(AGE_PRESETS)('the preset $name tells when and where each age was read', ({ checkedOn, bands }) => {
  expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
  for (const { source } of bands) expect(URL.canParse(source.url)).toBe(true)
})
