import { expect, test } from 'vitest'
import { roleHome } from './roles.ts'

// Specification, page 1, §2.1: the role list is matched by inclusion, with this precedence.
test.each([
  [['Participante', 'Empresa', 'Organizador', 'Admin'], '/admin/pagina-inicial'],
  [['Participante', 'Empresa', 'Organizador'], '/organizador/eventos'],
  [['Participante', 'Empresa'], '/empresa/pagina-inicial'],
  [['Participante'], '/participante/eventos'],
  [['Visitante'], '/'],
  [[], '/'],
])('%s are at home at %s', (roles, home) => {
  expect(roleHome(roles)).toBe(home)
})
