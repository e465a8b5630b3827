import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { createPageCache } from './page-cache.ts'

afterEach(() => vi.restoreAllMocks())

/** Renders a numbered page at each call, and fails while told to. */
function renderer() {
  const site = { renders: 0, status: 200, broken: false, padding: '' }
  const cache = createPageCache(async (url) => {
    site.renders++
    if (site.broken) throw new Error('no page today')
    return new Response(`<p>${url} ${site.renders}</p>${site.padding}<script>let a = 1</script>`, {
      status: site.status,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  })
  const read = async (url = '/') => (await cache.get(url)).body.toString()
  return { site, cache, read }
}

/** The cache reads the monotonic clock: a test moves it. */
function movedClock(): (milliseconds: number) => void {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return (milliseconds) => {
    now += milliseconds
  }
}

test('a page is rendered once for everybody, with its encodings and the hash of its script', async () => {
  const { site, cache } = renderer()
  const [page, same] = await Promise.all([cache.get('/'), cache.get('/')])
  expect(same).toBe(page)
  expect(site.renders).toBe(1)
  expect(brotliDecompressSync(page.br)).toEqual(page.body)
  expect(gunzipSync(page.gzip)).toEqual(page.body)
  expect(page.scriptHashes).toEqual([`'sha256-${createHash('sha256').update('let a = 1').digest('base64')}'`])
})

test('another query is another page', async () => {
  const { read } = renderer()
  expect(await read('/?state=SP')).toContain('/?state=SP 1')
  expect(await read('/?state=RJ')).toContain('/?state=RJ 2')
})

test('a page past its second is served while the next is made', async () => {
  const pass = movedClock()
  const { read } = renderer()
  expect(await read()).toContain('/ 1')
  pass(999)
  expect(await read()).toContain('/ 1')
  pass(2)
  expect(await read()).toContain('/ 1')
  await expect.poll(() => read()).toContain('/ 2')
})

test('a failure keeps the old page until its end', async () => {
  const pass = movedClock()
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

test('only good pages are kept', async () => {
  const { site, cache, read } = renderer()
  site.status = 404
  expect((await cache.get('/')).status).toBe(404)
  site.status = 200
  expect(await read()).toContain('/ 2')
})

test('after a change nothing rendered before it is served, not even what was under way', async () => {
  const { cache, read } = renderer()
  const underWay = read()
  cache.clear()
  expect(await read()).toContain('/ 2')
  expect(await underWay).toContain('/ 1')
  expect(await read()).toContain('/ 2')
})

test('many addresses do not fill the memory: the oldest make room', async () => {
  const { site, read } = renderer()
  await read('/first')
  for (let n = 0; n < 2_000; n++) await read(`/?q=${n}`)
  const before = site.renders
  await read('/?q=1999')
  expect(site.renders).toBe(before)
  await read('/first')
  expect(site.renders).toBe(before + 1)
})
