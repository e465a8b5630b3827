import { expect, test } from 'vitest'
import { roleHome } from './roles.ts'

// Specification, page 1, §2.1: the active role is the first of this order that the user holds.
test.each([
  [['Participante', 'Empresa', 'Organizador', 'Admin'], '/admin/pagina-inicial'],
  [['Participante', 'Empresa', 'Organizador'], '/organizador/eventos'],
  [['Participante', 'Empresa'], '/empresa/pagina-inicial'],
  [['Participante'], '/participante/eventos'],
  [['Visitante'], '/'],
  [[], '/'],
])('%s have the home %s', (roles, home) => {
  expect(roleHome(roles)).toBe(home)
})
