import { expect, test } from 'vitest'
import { button, renderScreen } from '../../../test/render-screen.tsx'
import { isPersonal, useListSearch } from './use-list-search.ts'

test.each([
  ['529.982.247-25', true],
  ['52998224725', true],
  ['529 982 247 25', true],
  ['5299', true],
  ['maria 529.982', true],
  ['ana.3770fytg@exemplo.test', true],
  ['ana@', true],
  ['Maria 2', false],
  ['maria123', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(isPersonal(text)).toBe(expected)
})

function TwoAtOnce({ search, filter }: { search: string; filter: string }) {
  const list = useListSearch({ forPeople: true })
  const changeBoth = () => {
    list.setSearch(search)
    list.setFilter('estado', filter)
  }
  return (
    <button type="button" onClick={changeBoth}>
      Mudar
    </button>
  )
}

test.each([
  { search: 'Maria', inUrl: '?busca=Maria&estado=active', inEntry: null },
  { search: '529.982.247-25', inUrl: '?estado=active', inEntry: { search: '529.982.247-25' } },
])('a filter set while the search $search is under way keeps it', async ({ search, inUrl, inEntry }) => {
  const location = await renderScreen(<TwoAtOnce search={search} filter="active" />, {
    route: '/participantes',
    path: '/participantes?pagina=3',
  })
  await button('Mudar').click()
  await expect.poll(() => location().search).toBe(inUrl)
  expect(location().state).toEqual(inEntry)
})
