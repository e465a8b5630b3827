import { expect, test } from 'vitest'
import { RIGHT_PRESETS, type RightPreset } from '#contract/event-management/right-presets.ts'
import { presetOf, proposedRight, shareWords, suggestions } from './rights.ts'

const preset = (law: string): RightPreset => {
  const found = presetOf(law)
  if (!found) throw new Error(`no law ${law}`)
  return found
}
const laws = (presets: readonly RightPreset[]) => presets.map(({ law }) => law)

test('the laws of the city come first, then those of the state and of the country', () => {
  const { here, elsewhere } = suggestions({ state: 'MT', city: 'CUIABA' })
  expect(laws(here).slice(0, 3)).toEqual(['cuiaba-lei-6254', 'mt-lei-10941', 'lei-10741'])
  expect(laws(elsewhere)).toContain('bh-lei-11453')
  expect(laws(suggestions({ state: 'MT', city: 'Sinop' }).elsewhere)).toContain('cuiaba-lei-6254')
  expect(here.length + elsewhere.length).toBe(RIGHT_PRESETS.length)
})

test.each([
  ['lei-12933-estudante', '500', '200', ''],
  ['lei-12933-estudante', '501', '200', ''],
  ['mt-lei-10941', '501', '26', '2031-02-20'],
  ['mt-lei-10941', '', '', ''],
  ['rr-lei-2035', '500', '', ''],
])('%s proposes of %s spots %s, reserved until %s', (law, vacancy_limit, quantity, release_on) => {
  const right = proposedRight(preset(law), { vacancy_limit, end_date: '2031-02-20' })
  expect(right).toMatchObject({ law, quantity, release_on, status: 1, held: 0, removed: false })
})

test('the values of a law are texts of the form', () => {
  expect(proposedRight(preset('ms-lei-5697'), { vacancy_limit: '', end_date: '' })).toMatchObject({
    rate: '100.00',
    state: 'MS',
    city: '',
    min_age: '',
    companion: true,
    proof_days_before: '7',
    source_url: expect.stringContaining('campograndenews'),
  })
})

test('a quota is told with its share of the spots', () => {
  expect(shareWords('200', '500')).toBe('200 de 500 vagas, 40%')
  expect([shareWords('', '500'), shareWords('200', ''), shareWords('1', '0')]).toEqual([null, null, null])
})

test('nothing but the law for every race is required, and each law has one key', () => {
  expect(laws(RIGHT_PRESETS.filter(({ isRequired }) => isRequired))).toEqual(['lei-10741'])
  expect(new Set(laws(RIGHT_PRESETS)).size).toBe(RIGHT_PRESETS.length)
  for (const { source } of RIGHT_PRESETS) expect(URL.canParse(source.url)).toBe(true)
})
