import { describe, expect, test } from 'vitest'
import { usedFilters } from '#web/lists/filters.ts'
import { countFilters, FILTERS, listAddress, readFilters, withFilter, writeFilters } from './filters.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

describe('the filters in the URL (§2.7)', () => {
  test('are read and written unchanged', () => {
    const search =
      'title=meia&date_event_start=2026-12-01&date_event_end=2026-12-31&state=SP&city=Campinas&status=1'
    expect(writeFilters(read(search)).toString()).toBe(search)
    expect(countFilters(read(search))).toBe(6)
  })

  test.each([
    ['a day that is none', 'date_event_start=2026-02-31'],
    ['a state of three letters', 'state=SPX'],
    ['a city without its state', 'city=Campinas'],
    ['a status of neither kind', 'status=2'],
    ['a status that every object has', 'status=constructor'],
    ['only blanks', 'title=%20%20'],
  ])('ignores %s', (_name, search) => {
    expect(countFilters(read(search))).toBe(0)
  })

  test('accepts a day in Brazilian format and a state in small letters', () => {
    expect(read('date_event_start=05/12/2026&state=sp')).toMatchObject({
      date_event_start: '2026-12-05',
      state: 'SP',
    })
  })

  test('changing the state clears the city; changing another filter does not', () => {
    const filters = read('state=SP&city=Campinas')
    expect(withFilter(filters, 'state', 'RJ')).toMatchObject({ state: 'RJ', city: '' })
    expect(withFilter(filters, 'status', '1')).toMatchObject({ state: 'SP', city: 'Campinas' })
  })

  test('lists active filters in words and in a fixed order', () => {
    const filters = read(
      'status=0&city=Campinas&state=SP&date_event_end=2026-12-31&date_event_start=2026-12-01&title=meia',
    )
    const states = [{ abbreviation: 'SP', name: 'São Paulo' }]
    expect(usedFilters(FILTERS, filters, states).map(({ words }) => words)).toEqual([
      '“meia”',
      'A partir de 01/12/2026',
      'Até 31/12/2026',
      'São Paulo',
      'Campinas',
      'Inscrições encerradas',
    ])
    expect(usedFilters(FILTERS, read('state=SP'), [])).toEqual([{ name: 'state', words: 'SP' }])
  })

  test('leaves the page number out of the written filters', () => {
    expect(listAddress(read('title=meia&pagina=3'))).toBe('/?title=meia')
    expect(listAddress(read('pagina=3'))).toBe('/')
  })
})
