import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SearchField } from '#web/ui/search-field.tsx'
import { button, renderScreen, stopTimers } from '#web-test/render-screen.tsx'
import { textFilter } from './filters.ts'
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

const FILTERS = { state: textFilter({ param: 'estado', label: 'Estado' }) }

function TwoAtOnce({ search, filter }: { search: string; filter: string }) {
  const list = useListSearch(FILTERS, { forPeople: true })
  const changeBoth = () => {
    list.setSearch(search)
    list.change({ state: filter })
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
])(
  'a filter set while the search $search is pending does not lose it',
  async ({ search, inUrl, inEntry }) => {
    const location = await renderScreen(<TwoAtOnce search={search} filter="active" />, {
      route: '/participantes',
      path: '/participantes?pagina=3',
    })
    await button('Mudar').click()
    await expect.poll(() => location().search).toBe(inUrl)
    expect(location().state).toEqual(inEntry)
  },
)

function List() {
  const list = useListSearch({}, { forPeople: true })
  return (
    <>
      <SearchField value={list.search} onSearch={list.setSearch} />
      <Link to="/participantes/7">Maria</Link>
    </>
  )
}

test('a pending search does not return to the list from the page that is being opened', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<null>()
  const location = await renderScreen(<List />, {
    route: '/participantes',
    others: [{ path: '/participantes/:id', loader: () => loaded, element: <h1>Maria</h1> }],
  })
  stopTimers('Timeout')
  const search = page.getByRole('searchbox')
  await search.fill('m')
  await search.fill('maria@')
  const link = page.getByRole('link').element() as HTMLElement
  link.click()
  // The pause ends before React renders that a navigation has begun.
  vi.advanceTimersByTime(300)
  load(null)
  await expect.element(page.getByRole('heading', { name: 'Maria' })).toBeVisible()
  expect(location().pathname).toBe('/participantes/7')
})
