import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPageCache, type PageAddress, type Pages } from './page-cache.ts'

afterEach(() => vi.restoreAllMocks())

/** Addresses with a query are `typed`; those under `/nada` do not exist. */
const addressOf = (url: string) => ({ url, typed: url.includes('?') })

/** Renders a numbered page per call; can be made to fail or to wait. */
function renderer() {
  const site = {
    renders: 0,
    shown: 0,
    /** The number that every rendering shows, instead of its own; null: its own. */
    same: null as number | null,
    atOnce: 0,
    most: 0,
    status: 200,
    broken: false,
    padding: '',
    until: Promise.resolve(),
  }
  const pages: Pages<PageAddress> = {
    find: async (address) => (address.url.startsWith('/nada') ? addressOf('/-') : address),
    render: async ({ url }) => {
      site.renders++
      site.shown = site.same ?? site.renders
      site.most = Math.max(site.most, ++site.atOnce)
      await site.until
      site.atOnce--
      if (site.broken) throw new Error('no page today')
      return new Response(`<p>${url} ${site.shown}</p>${site.padding}<script>let a = 1</script>`, {
        status: url === '/-' ? 404 : site.status,
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-script-hashes': "'sha256-ours'" },
      })
    },
  }
  const cache = createPageCache(pages, { headers: {} })
  const get = (url: string, visitor = 'somebody') => cache.get(addressOf(url), visitor)
  const read = async (url = '/') => (await get(url)).body.toString()
  return { site, cache, get, read }
}

/** Controls the monotonic clock that the cache reads. */
function manualClock(): (milliseconds: number) => void {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return (milliseconds) => {
    now += milliseconds
  }
}

test('a page is rendered once for everybody, with its encodings and only the hashes of our scripts', async () => {
  const { site, get } = renderer()
  const [page, same] = await Promise.all([get('/'), get('/')])
  expect(same).toBe(page)
  expect(site.renders).toBe(1)
  expect(brotliDecompressSync(page.br)).toEqual(page.body)
  expect(gunzipSync(page.gzip)).toEqual(page.body)
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'sha256-ours'")
})

test('a page that is rendered again with the same content is not compressed again', async () => {
  const { site, get, cache } = renderer()
  const pass = manualClock()
  site.same = 7
  const first = await get('/')
  pass(1_500)
  await get('/')
  await vi.waitFor(async () => expect(await get('/')).not.toBe(first))
  const second = await get('/')
  expect(site.renders).toBe(2)
  expect(second.br).toBe(first.br)
  expect(second.gzip).toBe(first.gzip)
  cache.clear()
  site.same = 8
  expect((await get('/')).br).not.toBe(first.br)
})

test('another query string is another page', async () => {
  const { read } = renderer()
  expect(await read('/?state=SP')).toContain('/?state=SP 1')
  expect(await read('/?state=RJ')).toContain('/?state=RJ 2')
})

test('a stale page is served while it is rendered again', async () => {
  const pass = manualClock()
  const { read } = renderer()
  expect(await read()).toContain('/ 1')
  pass(999)
  expect(await read()).toContain('/ 1')
  pass(2)
  expect(await read()).toContain('/ 1')
  await expect.poll(() => read()).toContain('/ 2')
})

test('after a failed rendering the stale page is served until it expires', async () => {
  const pass = manualClock()
  const { site, read } = renderer()
  await read()
  site.broken = true
  pass(2_000)
  expect(await read()).toContain('/ 1')
  pass(2_000)
  expect(await read()).toContain('/ 1')
  pass(2_000)
  await expect(read()).rejects.toThrow('no page today')
  site.broken = false
  expect(await read()).toMatch(/\/ \d/)
})

test('an error is not cached', async () => {
  const { site, get, read } = renderer()
  site.status = 503
  expect((await get('/')).status).toBe(503)
  site.status = 200
  expect(await read()).toContain('/ 2')
})

test('all unknown addresses share one cached "not found" page', async () => {
  const { site, get } = renderer()
  for (let n = 0; n < 100; n++) expect((await get(`/nada-${n}`)).status).toBe(404)
  expect(site.renders).toBe(1)
})

test('clearing also drops pages that are being rendered', async () => {
  const { site, cache, read } = renderer()
  const rest = Promise.withResolvers<void>()
  site.until = rest.promise
  const underWay = read()
  await expect.poll(() => site.renders).toBe(1)
  cache.clear()
  rest.resolve()
  expect(await read()).toContain('/ 2')
  expect(await underWay).toContain('/ 1')
  expect(await read()).toContain('/ 2')
})

test('searches evict searches, not pages', async () => {
  manualClock()
  const { site, read } = renderer()
  await read('/')
  for (let n = 0; n < 250; n++) await read(`/?title=${n}`)
  const before = site.renders
  await read('/?title=249')
  await read('/')
  expect(site.renders).toBe(before)
  await read('/?title=0')
  expect(site.renders).toBe(before + 1)
}, 20_000)

describe('concurrent renderings', () => {
  test('at most two, of which one search', async () => {
    const { site, read } = renderer()
    const asked = Array.from({ length: 20 }, (_, n) => [
      read(`/events/${n}`),
      read(`/?title=${n}`).catch(() => null),
    ])
    await Promise.all(asked.flat())
    expect(site.most).toBe(2)
  })

  test('a page does not wait for queued searches', async () => {
    const { site, get, read } = renderer()
    const rest = Promise.withResolvers<void>()
    site.until = rest.promise
    const searches = Array.from({ length: 20 }, (_, n) => get(`/?title=${n}`, `visitor ${n}`))
    await expect.poll(() => site.renders).toBe(1)
    site.until = Promise.resolve()
    expect(await read('/')).toContain('/ 2')
    rest.resolve()
    await Promise.all(searches)
    expect(site.renders).toBe(21)
  })

  test('queued searches are limited for each visitor (429) and in total (503)', async () => {
    const { site, get } = renderer()
    const rest = Promise.withResolvers<void>()
    site.until = rest.promise
    const outcomes = (count: number, visitorOf: (n: number) => string) =>
      Array.from({ length: count }, (_, n) =>
        get(`/?title=${visitorOf(n)}-${n}`, visitorOf(n)).then(
          () => 200,
          (error) => error.status,
        ),
      )
    const one = outcomes(20, () => 'one')
    const many = outcomes(100, (n) => `visitor ${n}`)
    await expect.poll(() => site.renders).toBe(1)
    rest.resolve()
    const count = (list: number[], status: number) => list.filter((each) => each === status).length
    const [byOne, byMany] = [await Promise.all(one), await Promise.all(many)]
    expect(count(byOne, 429)).toBe(15)
    expect(count(byOne, 200)).toBe(5)
    expect(count(byMany, 503)).toBe(64)
    expect(count(byMany, 200)).toBe(36)
  })
})
