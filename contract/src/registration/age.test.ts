import { expect, test } from 'vitest'
import { addDays } from '../dates.ts'
import { ageOn, tooYoungFrom } from './age.ts'

test.each([
  ['2000-06-14', '2026-06-13', 25],
  ['2000-06-14', '2026-06-14', 26],
  ['2000-02-29', '2026-02-28', 25],
  ['2000-02-29', '2026-03-01', 26],
])('a person born on %s is on %s of age %i', (birth, day, age) => {
  expect(ageOn(birth, day)).toBe(age)
})

test.each(['2026-06-14', '2026-12-31', '2026-02-28', '2026-03-01', '2028-02-28', '2028-02-29'])(
  'on %s, whoever was born the day before the first that is too young has the age',
  (day) => {
    for (const age of [18, 19, 20, 60]) {
      const tooYoung = tooYoungFrom(age, day)
      expect(ageOn(tooYoung, day)).toBe(age - 1)
      expect(ageOn(addDays(tooYoung, -1), day)).toBe(age)
    }
  },
)
