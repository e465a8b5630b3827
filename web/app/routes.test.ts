import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'

// Specification, page 1 §2.1 and page 2 §2: the route table. One layout requires a session, the other does
// not.

const pathsBelow = (layout: string) =>
  routes.flatMap(({ file, children = [] }) => (file === layout ? pathsOf(children) : []))

/** A nested layout has pages but no path. */
const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path = '', children }) => (children ? pathsOf(children) : [`/${path}`]))

test('the public routes exist', () => {
  expect(pathsBelow('layouts/public-layout.tsx')).toEqual(
    expect.arrayContaining([
      '/',
      '/login',
      '/entrar-com-link',
      '/recuperar-senha',
      '/register',
      '/events/:slug',
      '/register/event',
      '/confirmacao-pagamento',
      '/confirmacao-email',
    ]),
  )
})

test('the protected routes exist, in the layout that redirects guests to the login', () => {
  expect(pathsBelow('layouts/app-layout.tsx')).toEqual(
    expect.arrayContaining([
      '/participante/perfil',
      '/participante/eventos',
      '/admin/pagina-inicial',
      '/organizador/pagina-inicial',
      '/empresa/pagina-inicial',
      '/admin/events',
      '/event/participants/:id',
      '/organizador/eventos',
      '/realizador/eventos',
      '/organizador/eventos/detalhe/:id',
      '/organizador/eventos/:id/participantes',
      '/organizador/evento/participante/editar/:id',
      '/organizador/realizadores',
      '/organizador/realizadores/novo',
      '/organizador/realizadores/detalhe/novo',
      '/organizador/realizadores/detalhe/:id',
      '/organizador/eventos/:id/realizadores',
      '/organizador/realizador/permissao/:id',
      '/organizador/taxas',
    ]),
  )
})

test('both addresses of a new realizador show its form', () => {
  const screens = routes.flatMap(({ children = [] }) => children)
  for (const path of ['organizador/realizadores/novo', 'organizador/realizadores/detalhe/novo'])
    expect(screens).toContainEqual(
      expect.objectContaining({ path, file: 'features/producer/detail/new-producer-screen.tsx' }),
    )
})
