import { use, useEffect, useState } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PublicEvent, Suggestions } from '#contract/event/event.ts'
import type { ServerApi } from '#web/api/api-context.ts'
import { answerCalls, holdCalls, resetCalls, sentCalls } from '#web-test/answers.ts'
import {
  button,
  expectText,
  field,
  renderScreen,
  setScreenSize,
  stopTimers,
  toast,
} from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import Home, { clientLoader } from './home-screen.tsx'
import { type HomeData, loadEvents } from './load-events.ts'

// Specification, page 1, §2.7: the public list of events; §8 its messages; §9 the pause of the search.

const PIXEL = {
  src: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
  srcset_avif: '',
  srcset_webp: '',
  width: 1,
  height: 1,
  placeholder: '',
}
const RACE: PublicEvent = {
  ...EVENT,
  organizer: [{ name_fantasy: 'Passo Firme', phone: null, logo: null, page: null, seller: null }],
  picture: PIXEL,
}
const CLOSED: PublicEvent = {
  ...RACE,
  id: 8,
  slug: 'volta-da-lagoa',
  title: 'Volta da Lagoa, com um nome tão longo que ocupa mais de uma linha do cartão',
  status: 0,
  closed_reason: 'ended',
  distances: [],
}
const STATES = [
  { abbreviation: 'PE', name: 'Pernambuco' },
  { abbreviation: 'RJ', name: 'Rio de Janeiro' },
  { abbreviation: 'RS', name: 'Rio Grande do Sul' },
  { abbreviation: 'SC', name: 'Santa Catarina' },
]
const STATES_ANSWER = { 'GET /states': { body: { data: STATES } } }
const NITEROI = { id: 1, nome: 'Niterói' }
const JOINVILLE = { id: 4, nome: 'Joinville' }

const server: ServerApi = {
  async get(path) {
    const answer = await fetch(`/api/v1${path}`)
    return { status: answer.status, body: await answer.json() }
  },
}
const Screen = () => <Home loaderData={useLoaderData<HomeData>()} />

const answerEvents = (data: readonly PublicEvent[], meta: object = {}) =>
  answerCalls({
    'GET /events': {
      body: {
        data,
        meta: { current_page: 1, last_page: 1, total: data.length, coming: data.length, ...meta },
      },
    },
  })

/** Opens the list at a path. Returns a function that reads the current path. */
async function openList(
  path = '/',
  events: readonly PublicEvent[] = [RACE],
  meta: object = {},
  ScreenOf = Screen,
) {
  answerEvents(events, meta)
  answerCalls({
    ...STATES_ANSWER,
    'GET /events/cities': { body: { data: [JOINVILLE] } },
    'GET /states/RJ/cities': { body: { data: [NITEROI] } },
    'GET /states/SC/cities': { body: { data: [{ id: 3, nome: 'Blumenau' }, JOINVILLE] } },
    'GET /states/RS/cities': { body: { data: [{ id: 2, nome: 'Gramado' }] } },
  })
  const location = await renderScreen(<ScreenOf />, {
    path,
    loader: ({ request }) => clientLoader({ serverLoader: () => loadEvents(server, new URL(request.url)) }),
  })
  await expect.element(search()).toBeVisible()
  return () => location().pathname + location().search
}

const cards = () => page.getByRole('article')
const search = () => page.getByRole('combobox', { name: 'Nome da corrida' })
const status = () => page.getByRole('combobox', { name: 'Inscrições' })
const state = () => page.getByRole('combobox', { name: 'Estado' })
const city = () => page.getByRole('combobox', { name: 'Cidade' })
const options = (select: ReturnType<typeof state>) =>
  select
    .getByRole('option')
    .elements()
    .map((option) => option.textContent)
/** The values of a query parameter in all requests for the list. */
const asked = (name: string) =>
  sentCalls('GET /events').map(({ route }) => new URL(route.slice(4), 'http://x').searchParams.get(name))

test('a card shows title, organizer, date, time, city, status and one link, named after the event', async () => {
  await openList('/', [RACE, CLOSED])
  const card = cards().first()
  await expect.element(card.getByRole('heading')).toHaveTextContent(RACE.title)
  for (const words of [
    'Passo Firme',
    'sáb., 12 de dez. de 2099 · 07:00',
    'Gramado, RS',
    '5 km',
    'a partir de R$ 100,00',
    'Inscrições abertas',
  ])
    await expectText(card, words)
  expect(card.getByRole('link').elements()).toHaveLength(1)
  await expect.element(card.getByRole('link')).toHaveAccessibleName(`Inscrever ${RACE.title}`)
  await expectText(cards().nth(1), 'Inscrições encerradas')
})

test('a period that ends before it begins is reported at its field and in the empty list', async () => {
  await openList('/?date_event_start=2099-12-10&date_event_end=2099-12-01', [])
  await expect
    .element(page.getByRole('textbox', { name: 'Data final' }))
    .toHaveAccessibleDescription('A data final vem antes da inicial')
  await expectText(page.getByRole('main'), 'A data inicial vem depois da data final.')
})

test('a click anywhere on a card opens the event', async () => {
  const address = await openList()
  // The link covers the heading and takes the click.
  await cards().getByRole('heading').click({ force: true })
  await expect.poll(address).toBe(`/events/${RACE.slug}`)
})

test('cards in a row have equal height; the first picture has high fetch priority, the others load when they approach the viewport', async () => {
  await openList('/', [RACE, CLOSED, { ...RACE, id: 9 }, { ...RACE, id: 10 }])
  // Without the shift of the card under the pointer.
  const [first, second] = cards().elements() as HTMLElement[]
  expect(second?.offsetTop).toBe(first?.offsetTop)
  expect(second?.offsetHeight).toBe(first?.offsetHeight)
  const pictures = [...document.querySelectorAll('article img')].map((img) => [
    img.getAttribute('fetchpriority'),
    img.getAttribute('loading'),
  ])
  expect(pictures).toEqual([
    ['high', 'eager'],
    ['auto', 'lazy'],
    ['auto', 'lazy'],
    ['auto', 'lazy'],
  ])
})

test('shows six skeleton cards while loading', async () => {
  await openList()
  const release = holdCalls()
  await status().selectOptions('1')
  const skeletons = page.getByTestId('event-skeletons').getByRole('listitem', { includeHidden: true })
  await expect.poll(() => skeletons.elements()).toHaveLength(6)
  release()
  await expect.element(cards()).toBeVisible()
  await expect.element(skeletons.first()).not.toBeInTheDocument()
})

test('the title is searched immediately, then 300 ms after the last key (§9)', async () => {
  const address = await openList()
  await search().click()
  const pass = stopTimers('Timeout')
  await userEvent.keyboard('corrida')
  expect(asked('title')).toEqual([null, 'c'])
  await pass(299)
  expect(asked('title')).toEqual([null, 'c'])
  await pass(1)
  await expect.poll(() => asked('title')).toEqual([null, 'c', 'corrida'])
  await expect.poll(address).toBe('/?title=corrida')
  await expect.element(search()).toHaveFocus()
})

/** Resolves when `SlowScreen` has rendered the search for 'c'. */
let rendering = Promise.resolve()

function SlowScreen() {
  const [params] = useSearchParams()
  const title = params.get('title')
  if (title === 'c') use(rendering)
  // Rendered together with the state that the screen's effects set.
  const [shown, setShown] = useState(title)
  useEffect(() => setShown(title), [title])
  return (
    <>
      <p>Procura: {shown}</p>
      <Screen />
    </>
  )
}

test('typed text stays when a slow device renders an earlier search after a later one was sent', {
  tags: 'operation',
}, async () => {
  let finish = () => {}
  rendering = new Promise((resolve) => {
    finish = resolve
  })
  const address = await openList('/', [RACE], {}, SlowScreen)
  await search().click()
  await userEvent.keyboard('c')
  await expect.poll(() => asked('title')).toEqual([null, 'c'])
  const release = holdCalls()
  // At once, because a slow machine would search for each letter.
  await search().fill('corrida')
  await expect.poll(() => asked('title')).toEqual([null, 'c', 'corrida'])
  finish()
  await expect.element(page.getByText('Procura: c', { exact: true })).toBeVisible()
  await expect.element(search()).toHaveValue('corrida')
  release()
  await expect.poll(address).toBe('/?title=corrida')
  await expect.element(search()).toHaveValue('corrida')
})

test('the state filter offers the states and Nenhum; the city is disabled without a state', async () => {
  const address = await openList()
  expect(options(state())).toEqual(['Nenhum', ...STATES.map(({ name }) => name)])
  await expect.element(city()).toBeDisabled()
  await state().selectOptions('Rio de Janeiro')
  await expect.element(city()).toBeEnabled()
  expect(options(city())).toEqual(['Nenhuma', 'Niterói'])
  await city().selectOptions('Niterói')
  await expect.poll(address).toBe('/?state=RJ&city=Niter%C3%B3i')
  await expect.poll(() => asked('city').at(-1)).toBe('Niterói')
})

test('changing the state clears the city', async () => {
  const address = await openList('/?state=RJ&city=Niter%C3%B3i')
  await expect.element(city()).toHaveValue('Niterói')
  await state().selectOptions('RS')
  await expect.poll(address).toBe('/?state=RS')
  await expect.element(city()).toHaveValue('')
})

test("cities that fail to load show 'Erro ao consultar as cidades.' (§8)", async () => {
  await openList()
  await state().selectOptions('PE')
  await expect.element(toast('Erro ao consultar as cidades.')).toBeVisible()
})

test('the city filter offers cities with upcoming races first', async () => {
  await openList('/?state=SC')
  await expect.poll(() => options(city())).toEqual(['Nenhuma', 'Joinville', 'Blumenau'])
  const groups = Array.from(city().element().querySelectorAll('optgroup'), ({ label }) => label)
  expect(groups).toEqual(['Com corridas', 'Outras cidades'])
})

test('Inscrições offers Nenhum, Abertas (1) and Encerrado (0)', async () => {
  const address = await openList()
  expect(options(status())).toEqual(['Nenhum', 'Abertas', 'Encerrado'])
  await status().selectOptions('Encerrado')
  await expect.poll(address).toBe('/?status=0')
  await status().selectOptions('Abertas')
  await expect.poll(address).toBe('/?status=1')
  await expect.poll(() => asked('status')).toEqual([null, '0', '1'])
})

test('start and end date filter the list', async () => {
  const address = await openList()
  await field('Data inicial').fill('2027-12-01')
  await expect.poll(address).toBe('/?date_event_start=2027-12-01')
  await field('Data final').fill('2027-12-31')
  await expect.poll(address).toBe('/?date_event_start=2027-12-01&date_event_end=2027-12-31')
  await expect.poll(() => asked('date_event_end').at(-1)).toBe('2027-12-31')
})

test('changing any filter returns to the first page', async () => {
  const address = await openList('/?pagina=2', [RACE], { current_page: 2, last_page: 2 })
  await status().selectOptions('1')
  await expect.poll(address).toBe('/?status=1')
  await expect.poll(() => asked('page')).toEqual(['2', '1'])
})

test('Limpar resets all filters', async () => {
  const address = await openList('/?title=corrida&state=RS&status=1')
  await page.getByRole('link', { name: 'Limpar', exact: true }).click()
  await expect.poll(address).toBe('/')
  await expect.element(search()).toHaveValue('')
  await expect.element(state()).toHaveValue('')
})

test('Buscar searches immediately', async () => {
  const address = await openList()
  await search().click()
  stopTimers('Timeout')
  await userEvent.keyboard('corrida{Enter}')
  expect(asked('title')).toEqual([null, 'c', 'corrida'])
  await expect.poll(address).toBe('/?title=corrida')
})

test('active filters are chips that remove the filter', async () => {
  const address = await openList('/?title=corrida&state=RS')
  const inUse = page.getByRole('list', { name: 'Filtros em uso' })
  expect(inUse.getByRole('listitem').elements()).toHaveLength(2)
  await inUse.getByRole('link', { name: 'Remover filtro: Rio Grande do Sul' }).click()
  await expect.poll(address).toBe('/?title=corrida')
  await expect.element(state()).toHaveValue('')
})

test('a small screen shows the title filter and holds the others in a drawer', async () => {
  await setScreenSize(390, 844)
  const address = await openList()
  await expect.element(search()).toBeVisible()
  await expect.element(state()).not.toBeInTheDocument()
  await button('Filtros avançados').click()
  const drawer = page.getByRole('dialog', { name: 'Filtros avançados' })
  await drawer.getByLabelText('Estado').selectOptions('RS')
  await drawer.getByRole('button', { name: 'Buscar' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.poll(address).toBe('/?state=RS')
  await expect.element(page.getByRole('button', { name: /^Filtros avançados/ })).toHaveFocus()
})

test.each([
  [{ total: 38, coming: 34 }, '34 corridas e 4 já realizadas'],
  [{ total: 1, coming: 1 }, '1 corrida'],
  [{ total: 1, coming: 0 }, '1 já realizada'],
])('counts races to come, as the map does, and past ones: %j', async (meta, words) => {
  await openList('/', [RACE], meta)
  await expectText(page.getByRole('status'), words)
})

test("no results: 'Não há eventos cadastrados' with a link to all events", async () => {
  const address = await openList('/?title=xyz', [])
  await expect.element(page.getByText('Não há eventos cadastrados')).toBeVisible()
  await expectText(page.getByRole('status'), 'Nenhuma corrida')
  answerEvents([RACE])
  await page.getByRole('link', { name: 'Ver todas as corridas' }).click()
  await expect.element(cards()).toBeVisible()
  expect(address()).toBe('/')
})

test('pagination appears only with several pages and uses the parameter pagina', async () => {
  const address = await openList()
  const pages = page.getByRole('navigation', { name: 'Paginação' })
  await expect.element(pages).not.toBeInTheDocument()
  answerEvents([RACE], { last_page: 2, total: 21 })
  await status().selectOptions('1')
  await pages.getByRole('link', { name: 'Página 2', exact: true }).click()
  await expect.poll(address).toBe('/?status=1&pagina=2')
  await expect.poll(() => asked('page')).toEqual(['1', '1', '2'])
  expect(asked('per_page')).toEqual(['20', '20', '20'])
})

test('a page past the end redirects to the last page', async () => {
  answerCalls({
    'GET /events?page=900&per_page=20': { body: { data: [], meta: { current_page: 900, last_page: 3 } } },
  })
  const address = await openList('/?pagina=900', [RACE], { current_page: 3, last_page: 3 })
  await expect.element(cards()).toBeVisible()
  expect(address()).toBe('/?pagina=3')
})

test("a failure shows 'Erro ao listar os registros.' with a retry (§8)", async () => {
  await openList()
  answerCalls({ 'GET /events': { status: 500 }, 'GET /states': { status: 500 } })
  await status().selectOptions('1')
  await expect.element(page.getByText('Erro ao listar os registros.')).toBeVisible()
  expect(options(state())).toHaveLength(STATES.length + 1)
  answerEvents([RACE])
  await button('Tentar novamente').click()
  await expect.element(cards()).toBeVisible()
})

test("'Erro de conexão.' while offline; the list loads again once online (§8)", async () => {
  await openList()
  resetCalls()
  await status().selectOptions('1')
  await expect.element(page.getByText('Erro de conexão.')).toBeVisible()
  answerEvents([RACE])
  answerCalls(STATES_ANSWER)
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'))
      return cards().elements()
    })
    .toHaveLength(1)
})

describe('suggestions while typing', () => {
  const SUGGESTIONS: Suggestions = {
    races: [
      {
        slug: 'meia-da-serra',
        title: 'Meia da Serra',
        city: 'Gramado',
        state: 'RS',
        date_event: '12/12/2099',
      },
    ],
    cities: [{ name: 'Niterói', state: 'RJ', count: 2 }],
    distances: [{ name: 'Meia maratona', count: 1 }],
  }
  const NONE: Suggestions = { races: [], cities: [], distances: [] }
  const answerSuggestions = (q: string, data: Suggestions) =>
    answerCalls({ [`GET /events/suggestions?q=${q}`]: { body: { data } } })
  const list = () => page.getByRole('listbox', { name: 'Sugestões' })
  const offered = () =>
    list()
      .getByRole('option')
      .elements()
      .map((option) => option.textContent)
  const isActive = (words: string) =>
    expect
      .poll(() => {
        const id = search().element().getAttribute('aria-activedescendant')
        return id && document.getElementById(id)?.textContent
      })
      .toBe(words)

  test('are races, cities, distances and phrases; the arrow keys, Enter and Escape work', async () => {
    const address = await openList()
    answerSuggestions('', NONE)
    answerSuggestions('me', SUGGESTIONS)
    await search().click()
    await expect.poll(offered).toEqual(['Neste fim de semana', 'Grátis'])
    await search().fill('me')
    await expect
      .poll(offered)
      .toEqual([
        'Meia da Serrasáb., 12 de dez. de 2099 · Gramado, RS',
        'Niterói, RJ2 corridas',
        'Perto de Niteróiaté 100 km',
        'Meia maratona1 corrida',
      ])
    await expect.element(search()).toHaveAttribute('aria-expanded', 'true')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await isActive('Niterói, RJ2 corridas')
    await userEvent.keyboard('{Escape}')
    await expect.element(list()).not.toBeInTheDocument()
    await expect.element(search()).toHaveValue('me')
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(list()).toBeVisible()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    await isActive('Niterói, RJ2 corridas')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/?state=RJ&city=Niter%C3%B3i')
    await expect.element(search()).toHaveValue('')
    await expect.element(list()).not.toBeInTheDocument()
    await expect.element(search()).toHaveFocus()
  })

  test('the beginning of a search around a city offers that', async () => {
    const address = await openList()
    answerSuggestions('perto+de+nit', { ...NONE, cities: SUGGESTIONS.cities })
    await search().fill('Perto de nit')
    await expect.poll(offered).toEqual(['Perto de Niteróiaté 100 km'])
    await list().getByRole('option').click()
    await expect.poll(address).toBe('/?title=Perto+de+Niter%C3%B3i+RJ')
  })

  test('a click opens a race or searches for a distance', async () => {
    const address = await openList()
    answerSuggestions('mei', SUGGESTIONS)
    await search().fill('mei')
    await list()
      .getByRole('option', { name: /Meia maratona/ })
      .click()
    await expect.poll(address).toBe('/?title=Meia+maratona')
    await search().fill('mei')
    await list()
      .getByRole('option', { name: /Meia da Serra/ })
      .click()
    await expect.poll(address).toBe('/events/meia-da-serra')
  })

  test('are asked for after a pause, once for each text; an older answer does not replace a newer one', {
    tags: 'operation',
  }, async () => {
    await openList()
    answerSuggestions('n', NONE)
    answerSuggestions('nit', { ...NONE, cities: SUGGESTIONS.cities })
    const release = holdCalls()
    await search().fill('n')
    await expect.poll(() => sentCalls('GET /events/suggestions?q=n')).toHaveLength(1)
    await search().fill('ni')
    await search().fill('nit')
    await expect.poll(() => sentCalls('GET /events/suggestions?q=nit')).toHaveLength(1)
    release()
    await expect.poll(offered).toEqual(['Niterói, RJ2 corridas', 'Perto de Niteróiaté 100 km'])
    await search().fill('n')
    await expect.poll(offered).toEqual(['Neste fim de semana', 'Corrida noturna'])
    await search().fill('nit')
    await expect.poll(offered).toEqual(['Niterói, RJ2 corridas', 'Perto de Niteróiaté 100 km'])
    expect(sentCalls('GET /events/suggestions').map(({ route }) => route.split('=')[1])).toEqual(['n', 'nit'])
  })

  const [serra] = SUGGESTIONS.races
  if (!serra) throw new Error('no race is suggested')

  test('a late answer leaves the option that the keys have reached, at its new place', async () => {
    const address = await openList()
    answerSuggestions('no', {
      ...NONE,
      races: [{ ...serra, slug: 'noturna', title: 'Noturna' }],
      distances: [{ name: 'Corrida noturna', count: 1 }],
    })
    const release = holdCalls()
    await search().fill('no')
    await expect.poll(offered).toEqual(['Corrida noturna', 'Em novembro'])
    await userEvent.keyboard('{ArrowDown}')
    await isActive('Corrida noturna')
    release()
    await expect
      .poll(offered)
      .toEqual(['Noturnasáb., 12 de dez. de 2099 · Gramado, RS', 'Corrida noturna1 corrida', 'Em novembro'])
    await isActive('Corrida noturna1 corrida')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/?title=Corrida+noturna')
  })

  test('Enter searches for the text when a late answer has removed the option', {
    tags: 'operation',
  }, async () => {
    const address = await openList()
    const volta = { ...serra, slug: 'volta', title: 'Volta' }
    answerSuggestions('vo', { ...NONE, races: [volta] })
    answerSuggestions('vol', { ...NONE, races: [{ ...volta, slug: 'outra-volta' }] })
    await search().fill('vo')
    await expect.poll(offered).toHaveLength(1)
    const release = holdCalls()
    await search().fill('vol')
    await userEvent.keyboard('{ArrowDown}')
    await isActive('Voltasáb., 12 de dez. de 2099 · Gramado, RS')
    release()
    await expect.element(search()).not.toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/?title=vol')
  })

  test('that fail to load show only the phrases, and Enter still searches', async () => {
    const address = await openList()
    await search().fill('gra')
    await expect.poll(offered).toEqual(['Grátis'])
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/?title=gra')
    await expect.element(list()).not.toBeInTheDocument()
  })
})
