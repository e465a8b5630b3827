import { expect, test } from 'vitest'
import { renderScreen, signIn } from '#web-test/render-screen.tsx'
import RoleHome from './role-home.tsx'

// Specification, page 1, §2.1: unknown protected paths.

const HOMES = [
  ['Admin', '/admin/pagina-inicial'],
  ['Organizador', '/organizador/eventos'],
  ['Empresa', '/empresa/pagina-inicial'],
  ['Participante', '/participante/eventos'],
] as const
test.each(HOMES)('an unknown protected path redirects %s to %s', async (role, home) => {
  signIn([role])
  const location = await renderScreen(<RoleHome />, { route: '/organizador/nao-existe' })
  await expect.poll(() => location().pathname).toBe(home)
})

test('an unknown protected path redirects a guest to the login', async () => {
  const location = await renderScreen(<RoleHome />, { route: '/organizador/nao-existe' })
  await expect.poll(() => location().pathname).toBe('/login')
})
