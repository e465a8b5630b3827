import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { referenceDay } from '../registration/age.ts'
import {
  type AgeReference,
  type EligibilityRule,
  EVERYBODY,
  eligibilityProblems,
  eligibleWords,
  mergedRule,
  type RestrictedChoice,
} from './eligibility.ts'
import { ruleSummary } from './rule-summary.ts'

const DAY = '2027-12-31'
const BORN_IN_1968 = { birth_date: '1968-06-14', sex: 1, name: null }

const master = (rule: Partial<EligibilityRule>): RestrictedChoice => ({
  category: { name: 'Master', ...EVERYBODY, ...rule },
})

test.each<[string, Partial<EligibilityRule>, string | null, string | null]>([
  ['no condition', {}, null, null],
  [
    'a lowest age',
    { min_age: 60 },
    null,
    'A categoria "Master" é para quem tiver 60 anos ou mais em 31/12/2027; nessa data você terá 59.',
  ],
  [
    'a highest age',
    { max_age: 17 },
    null,
    'A categoria "Master" é para quem tiver até 17 anos em 31/12/2027; nessa data você terá 59.',
  ],
  [
    'both ages',
    { min_age: 18, max_age: 24 },
    'Ana Lima',
    'A categoria "Master" é para quem tiver de 18 a 24 anos em 31/12/2027; nessa data Ana Lima terá 59.',
  ],
  [
    'one age',
    { min_age: 1, max_age: 1 },
    null,
    'A categoria "Master" é para quem tiver 1 ano em 31/12/2027; nessa data você terá 59.',
  ],
  ['the sex', { sex: 0 }, null, 'A categoria "Master" é para homens; o sexo do seu cadastro é feminino.'],
  [
    'the sex of somebody else',
    { sex: 0 },
    'Ana Lima',
    'A categoria "Master" é para homens; o sexo informado de Ana Lima é feminino.',
  ],
  [
    'sex and age, of which only the age does not fit',
    { sex: 1, min_age: 60 },
    null,
    'A categoria "Master" é para mulheres que tiverem 60 anos ou mais em 31/12/2027; nessa data você terá 59.',
  ],
  [
    'sex and age, of which neither fits',
    { sex: 0, max_age: 20 },
    null,
    'A categoria "Master" é para homens que tiverem até 20 anos em 31/12/2027; o sexo do seu cadastro é feminino, e nessa data você terá 59.',
  ],
])('%s', (_name, rule, name, sentence) => {
  const [problem] = eligibilityProblems(master(rule), { ...BORN_IN_1968, name }, DAY)
  expect(problem?.sentence ?? null).toBe(sentence)
})

test('reports each item that excludes the runner, with the rule apart', () => {
  const item = { name: 'Prova', ...EVERYBODY, min_age: 60 }
  const problems = eligibilityProblems(
    { modality: item, category: { ...item, min_age: 59 }, kit: { ...item, sex: 0, min_age: null } },
    BORN_IN_1968,
    DAY,
  )
  expect(problems.map(({ level, rule }) => [level, rule])).toEqual([
    ['modality', 'A modalidade "Prova" é para quem tiver 60 anos ou mais em 31/12/2027.'],
    ['kit', 'O kit "Prova" é para homens.'],
  ])
})

test('nothing is checked for a runner or a choice that is not known yet', () => {
  expect(eligibilityProblems(master({ min_age: 60 }), null, DAY)).toEqual([])
  expect(eligibilityProblems({ kit: null }, BORN_IN_1968, DAY)).toEqual([])
})

const isEligible = (birth: string, rule: Partial<EligibilityRule>, race: string, reference: AgeReference) =>
  eligibilityProblems(master(rule), { birth_date: birth, sex: 0, name: null }, referenceDay(race, reference))
    .length === 0

test.each<[AgeReference, string, string]>([
  ['race_day', '2027-08-15', '2009-08-15'],
  ['year_end', '2027-08-15', '2009-12-31'],
  // 18 is completed on 1 March, because 2027 has no 29 February.
  ['race_day', '2027-03-01', '2009-03-01'],
])('with %s and a race on %s, somebody born until %s is 18', (reference, race, lastBirth) => {
  const next = addDays(lastBirth, 1)
  expect(isEligible(lastBirth, { min_age: 18 }, race, reference)).toBe(true)
  expect(isEligible(next, { min_age: 18 }, race, reference)).toBe(false)
  expect(isEligible(next, { max_age: 17 }, race, reference)).toBe(true)
  expect(isEligible(lastBirth, { max_age: 17 }, race, reference)).toBe(false)
})

test.each<[string, AgeReference, boolean]>([
  ['2026-02-28', 'race_day', false],
  ['2026-03-01', 'race_day', true],
  ['2028-02-28', 'race_day', true],
  ['2026-02-28', 'year_end', true],
  ['2025-12-31', 'year_end', false],
])('born on 29 February 2008, in a race on %s with %s: 18 is %s', (race, reference, expected) => {
  expect(isEligible('2008-02-29', { min_age: 18 }, race, reference)).toBe(expected)
})

test('in a leap year a birthday on 29 February is on that day', () => {
  expect(isEligible('2008-02-29', { min_age: 20 }, '2028-02-28', 'race_day')).toBe(false)
  expect(isEligible('2008-02-29', { min_age: 20 }, '2028-02-29', 'race_day')).toBe(true)
})

test.each<[Partial<EligibilityRule>, string]>([
  [{}, 'todas as pessoas'],
  [{ sex: 1 }, 'mulheres'],
  [{ sex: 0, max_age: 17 }, 'homens que tiverem até 17 anos'],
  [{ min_age: 18, max_age: 24 }, 'quem tiver de 18 a 24 anos'],
])('%o in words', (rule, words) => {
  expect(eligibleWords({ ...EVERYBODY, ...rule })).toBe(words)
})

test('a merged rule fits everybody whom one of the two fits', () => {
  const women = { sex: 1, min_age: 60, max_age: 64 }
  expect(mergedRule(women, { sex: 1, min_age: 65, max_age: null })).toEqual({
    sex: 1,
    min_age: 60,
    max_age: null,
  })
  expect(mergedRule(women, { ...women, sex: 0, max_age: 59 })).toEqual({
    sex: null,
    min_age: 60,
    max_age: 64,
  })
  expect(mergedRule(women, EVERYBODY)).toEqual(EVERYBODY)
})

test.each<[Partial<EligibilityRule>, string]>([
  [{}, 'Todas as pessoas'],
  [{ sex: 0 }, 'Masculino'],
  [{ max_age: 17 }, 'Até 17 anos'],
  [{ min_age: 60 }, '60 anos ou mais'],
  [{ sex: 1, min_age: 18, max_age: 29 }, 'Feminino · de 18 a 29 anos'],
])('the summary of %j is "%s"', (rule, words) => {
  expect(ruleSummary({ ...EVERYBODY, ...rule })).toBe(words)
})
