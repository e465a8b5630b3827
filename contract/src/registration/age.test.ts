import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { ageOn, raceAge, tooYoungFrom } from './age.ts'

test.each([
  ['2000-06-14', '2026-06-13', 25],
  ['2000-06-14', '2026-06-14', 26],
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
])('a person born on %s is on %s of age %i', (birth, day, age) => {
  expect(ageOn(birth, day)).toBe(age)
})

test('the race age is the age on 31 December of the year of the race', () => {
  expect(raceAge('1966-12-31', '2026-06-14')).toBe(60)
  expect(raceAge('1967-01-01', '2026-06-14')).toBe(59)
  expect(raceAge(tooYoungFrom(60, '2026-06-14'), '2026-06-14')).toBe(59)
  expect(raceAge(addDays(tooYoungFrom(60, '2026-06-14'), -1), '2026-06-14')).toBe(60)
})
