import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { startZipService } from '#test/zip-service.ts'

const DAY_MS = 86_400_000

const { db } = await testDatabase()
const viaCep = await startZipService()
const brasilApi = await startZipService()
const app = await testApp(db, { env: { CEP_URL: viaCep.url, CEP_FALLBACK_URL: brasilApi.url } })
afterAll(() => Promise.all([app.close(), viaCep.close(), brasilApi.close()]))

const DOWN = { status: 503, body: 'fora do ar' }
let nextZip = 10_000_000
let zip: string

beforeEach(() => {
  zip = String(nextZip++)
  viaCep.answerWith(DOWN)
  brasilApi.answerWith(DOWN)
})

const lookUp = (code = zip) => app.call('GET', `/cep/${code}`)
const askedFor = (code: string) =>
  [...viaCep.asked, ...brasilApi.asked].filter((path) => path.includes(code)).length

const SE = {
  cep: '01001-000',
  logradouro: 'Praça da Sé',
  complemento: 'lado ímpar',
  bairro: 'Sé',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
}

test('ViaCEP is queried with our User-Agent, once in ninety days', async () => {
  viaCep.answerWith({ body: SE })
  const expected = {
    cep: zip,
    logradouro: 'Praça da Sé',
    bairro: 'Sé',
    localidade: 'São Paulo',
    uf: 'SP',
    ibge: '3550308',
  }
  expect((await lookUp(`${zip.slice(0, 5)}-${zip.slice(5)}`)).json()).toEqual({ status: 200, data: expected })
  expect(viaCep.asked.at(-1)).toBe(`/${zip}/json/`)
  expect(viaCep.userAgents.at(-1)).toMatch(/^Largada\/1\.0 \(\+http/)

  viaCep.answerWith({ body: { ...SE, logradouro: 'Praça Nova' } })
  app.deps.clock.advance(89 * DAY_MS)
  expect((await lookUp()).json().data.logradouro).toBe('Praça da Sé')
  expect(askedFor(zip)).toBe(1)

  app.deps.clock.advance(2 * DAY_MS)
  expect((await lookUp()).json().data.logradouro).toBe('Praça Nova')
  expect(askedFor(zip)).toBe(2)
})

test.each([
  ['as a boolean', { body: { erro: true } }],
  ['as text', { body: { erro: 'true' } }],
  ['as a page of HTML', { status: 400, body: '<h1>Bad Request</h1>' }],
])('an unknown code, reported as %s, is cached for a day', async (_, answer) => {
  viaCep.answerWith(answer)
  expect((await lookUp()).json()).toEqual({ status: 200, data: { erro: true } })
  viaCep.answerWith({ body: SE })
  app.deps.clock.advance(0.9 * DAY_MS)
  expect((await lookUp()).json().data).toEqual({ erro: true })
  app.deps.clock.advance(0.2 * DAY_MS)
  expect((await lookUp()).json().data.logradouro).toBe('Praça da Sé')
})

test('BrasilAPI is queried when ViaCEP fails; the municipality gets its IBGE id and name', async () => {
  brasilApi.answerWith({
    body: { cep: zip, state: 'RN', city: 'CAMPO GRANDE', neighborhood: null, street: null, service: 'x' },
  })
  expect((await lookUp()).json().data).toEqual({
    cep: zip,
    logradouro: '',
    bairro: '',
    localidade: 'Campo Grande',
    uf: 'RN',
    ibge: '2401305',
  })
  expect(brasilApi.asked.at(-1)).toBe(`/${zip}`)
})

test('a redirection is not followed', async () => {
  const elsewhere = await startZipService()
  elsewhere.answerWith({ body: SE })
  for (const service of [viaCep, brasilApi])
    service.answerWith({ status: 302, location: elsewhere.url, body: '' })
  expect((await lookUp()).statusCode).toBe(502)
  expect(elsewhere.asked).toEqual([])
  await elsewhere.close()
})

test('an invalid response counts as a failure', async () => {
  viaCep.answerWith({ body: { logradouro: 'Rua', uf: 'São Paulo' } })
  brasilApi.answerWith({ status: 404, body: { name: 'CepPromiseError' } })
  expect((await lookUp()).json().data).toEqual({ erro: true })
})

test('a service that does not respond is abandoned after three seconds', { tags: 'operation' }, async () => {
  viaCep.answerWith(null)
  brasilApi.answerWith({
    body: { state: 'SP', city: 'São Paulo', neighborhood: 'Sé', street: 'Praça da Sé' },
  })
  const started = performance.now()
  expect((await lookUp()).json().data.logradouro).toBe('Praça da Sé')
  expect(performance.now() - started).toBeGreaterThan(2_900)
})

test('502 when no service responds, and nothing is cached', async () => {
  const answer = await lookUp()
  expect(answer.statusCode).toBe(502)
  expect(answer.json()).toEqual({ status: 502, message: 'Erro ao buscar CEP.' })
  viaCep.answerWith({ body: SE })
  expect((await lookUp()).statusCode).toBe(200)
})

test('an expired address is returned when no service responds', async () => {
  viaCep.answerWith({ body: SE })
  await lookUp()
  viaCep.answerWith(DOWN)
  app.deps.clock.advance(100 * DAY_MS)
  expect((await lookUp()).json().data.logradouro).toBe('Praça da Sé')
})

test('an invalid code is rejected', async () => {
  const answer = await lookUp('1234')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toEqual({ cep: ['CEP inválido'] })
})
