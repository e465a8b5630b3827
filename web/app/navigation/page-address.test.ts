import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import routes from '#web/routes.ts'
import { type KnownRoute, missingAddress, pageAddresses } from './page-address.ts'

/** The routes in the form in which the build lists them. */
const listed = (entries: readonly RouteConfigEntry[], parentId: string): KnownRoute[] =>
  entries.flatMap(({ id, file, path, index, children = [] }) => {
    const name = id ?? file.replace(/\.tsx?$/, '')
    return [{ id: name, parentId, path, index }, ...listed(children, name)]
  })
const addressOf = pageAddresses([{ id: 'root', path: '' }, ...listed(routes, 'root')])

test.each([
  ['/', '/'],
  ['/?x=random', '/'],
  ['http://outro.test/?utm_source=a&fbclid=b', '/'],
  ['/?title=', '/'],
  ['/?status=9&state=Brasil&city=Recife&date_event_start=amanhã', '/'],
  ['/?pagina=1', '/'],
  ['/?pagina=-3', '/'],
  ['/?pagina=2&x=1', '/?pagina=2'],
  ['/?pagina=999999999', '/?pagina=100000'],
  ['/?state=sp&x=1&title=%20Volta%20', '/?title=Volta&state=SP'],
  ['/mapa?pagina=2&state=sp&x=1', '/mapa?state=SP'],
  [`/?title=${'a'.repeat(5_000)}`, `/?title=${'a'.repeat(120)}`],
  ['/LOGIN?next=x', '/login'],
  ['/login/', '/login'],
  ['/redefinir-senha', '/redefinir-senha'],
  ['/redefinir-senha?token=segredo', '/redefinir-senha?token=-'],
  ['/confirmar-inscricao?token=segredo', '/confirmar-inscricao?token=-'],
  ['/autorizar-menor?token=segredo', '/autorizar-menor?token=-'],
  ['/nao-sou-eu?token=segredo', '/nao-sou-eu?token=-'],
  ['/confirmacao-email?status=success&message=Qualquer', '/confirmacao-email?status=success'],
  ['/confirmacao-email?status=outro', '/confirmacao-email'],
  ['/register/event?event=123', '/register/event'],
  ['/events/volta-da-ilha?x=1', '/events/volta-da-ilha'],
  ['/events/volta-da-ilha/calendario.ics?x=1', '/events/volta-da-ilha/calendario.ics'],
  ['/events/Volta%20da%20Ilha', '/events/-'],
  ['/organizacoes/ilha-run-12?x=1', '/organizacoes/12'],
  ['/organizacoes/nome-antigo-12', '/organizacoes/12'],
  ['/organizacoes/12', '/organizacoes/12'],
  ['/organizacoes/ilha-run', '/organizacoes/-'],
  ['/organizador/eventos/detalhe/123?aba=2', '/organizador/eventos/detalhe/-'],
  ['/organizador/eventos/123/participantes', '/organizador/eventos/-/participantes'],
  ['/participante/nada/disso?x=1', '/participante/-'],
  ['/nada', '/-'],
  ['/wp-login.php?x=1', '/-'],
  ['/%ff', '/-'],
  ['/events/%ff', '/-'],
  ['/_.data?x=1', '/_.data'],
  ['/_.data?_routes=%2F&state=SP&x=1', '/_.data?state=SP&_routes=%2F'],
  ['/_.data?_routes=inventada', '/_.data'],
  [
    '/events/volta-da-ilha.data?_routes=/events/:slug',
    '/events/volta-da-ilha.data?_routes=%2Fevents%2F%3Aslug',
  ],
])('%s is %s', (line, url) => {
  expect(addressOf(line).url).toBe(url)
})

test('only free text searches count as typed', () => {
  expect(addressOf('/?title=volta').typed).toBe(true)
  expect(addressOf('/?pagina=2').typed).toBe(true)
  expect(addressOf('/mapa?title=volta').typed).toBe(true)
  expect(addressOf('/mapa').typed).toBe(false)
  for (const line of [
    '/',
    '/?x=1',
    '/redefinir-senha?token=a',
    '/events/volta',
    '/nada',
    '/_.data?_routes=root',
  ])
    expect(addressOf(line).typed, line).toBe(false)
})

describe('a page about one record', () => {
  test('is checked before rendering, and all missing records share one page', () => {
    const address = addressOf('/events/volta-da-ilha')
    expect(address).toMatchObject({ subject: '/events/slug/volta-da-ilha', missing: false })
    expect(missingAddress(address)).toMatchObject({ url: '/events/-', subject: null, missing: true })
    for (const line of ['/events/volta.data?_routes=/events/:slug', '/events/volta/calendario.ics'])
      expect(missingAddress(addressOf(line)).url).toBe(addressOf(line).url.replace('volta', '-'))
  })

  test('of an organizer is found by the id in its path', () => {
    const address = addressOf('/organizacoes/ilha-run-12.data?_routes=/organizacoes/:organizer')
    expect(address).toMatchObject({ subject: '/organizers/12', missing: false })
    expect(missingAddress(address).url).toBe(address.url.replace('12', '-'))
  })

  test('with an impossible slug is not checked', () => {
    expect(addressOf('/events/Ilha!')).toEqual({
      url: '/events/-',
      typed: false,
      subject: null,
      missing: true,
    })
  })
})
