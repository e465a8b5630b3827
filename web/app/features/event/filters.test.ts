import { describe, expect, test } from 'vitest'
import { activeFilters, countFilters, listAddress, readFilters, withFilter, writeFilters } from './filters.ts'

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
  ])('%s is no filter', (_name, search) => {
    expect(countFilters(read(search))).toBe(0)
  })

  test('a day may be written the Brazilian way, a state in small letters', () => {
    expect(read('date_event_start=05/12/2026&state=sp')).toMatchObject({
      date_event_start: '2026-12-05',
      state: 'SP',
    })
  })

  test('another state clears the city, another filter keeps it', () => {
    const filters = read('state=SP&city=Campinas')
    expect(withFilter(filters, 'state', 'RJ')).toMatchObject({ state: 'RJ', city: '' })
    expect(withFilter(filters, 'status', '1')).toMatchObject({ state: 'SP', city: 'Campinas' })
  })

  test('active filters have words and a fixed order', () => {
    const filters = read(
      'status=0&city=Campinas&state=SP&date_event_end=2026-12-31&date_event_start=2026-12-01&title=meia',
    )
    const states = [{ abbreviation: 'SP', name: 'São Paulo' }]
    expect(activeFilters(filters, states).map(({ words }) => words)).toEqual([
      '“meia”',
      'A partir de 01/12/2026',
      'Até 31/12/2026',
      'São Paulo',
      'Campinas',
      'Inscrições encerradas',
    ])
    expect(activeFilters(read('state=SP'), [])).toEqual([{ name: 'state', words: 'SP' }])
  })

  test('written filters leave the page number out', () => {
    expect(listAddress(read('title=meia&pagina=3'))).toBe('/?title=meia')
    expect(listAddress(read('pagina=3'))).toBe('/')
  })
})
