import { expect, test } from 'vitest'
import { isOfAnotherRole, roleOfPage } from './page-roles.ts'

test.each([
  ['/participante/eventos', 'Organizador', false],
  ['/minha-conta', 'Participante', false],
  ['/organizador/eventos', 'Participante', true],
  ['/organizador/eventos/7/participantes', 'Admin', false],
  ['/realizador/eventos', 'Organizador', false],
  ['/event/participants/7', 'Empresa', false],
  ['/event/participants/7', 'Participante', true],
  ['/empresa/devolucoes', 'Admin', false],
  ['/admin/eventos', 'Empresa', false],
  ['/admin/events', 'Organizador', true],
  ['/admin/tarefas', 'Empresa', true],
  ['/pessoas', 'Admin', false],
  ['/empresa/pagina-inicial', 'Organizador', true],
  ['/Empresas/3', 'Empresa', true],
  ['/empresas', 'Admin', false],
  ['/participantes/3/unificar', 'Participante', true],
  ['/pessoas', 'Empresa', false],
  ['/cidades/9', 'Organizador', true],
])('%s is a page of another role for %s: %s', (path, role, other) => {
  expect(isOfAnotherRole(path, [role])).toBe(other)
})

test.each([
  ['/participante/eventos', ['Organizador'], ['Organizador', 'Participante'], 'Participante'],
  ['/participante/eventos', ['Organizador'], ['Organizador'], null],
  ['/participante/eventos', ['Participante'], ['Organizador', 'Participante'], null],
  ['/organizador/eventos/7/painel', ['Participante'], ['Organizador', 'Participante'], 'Organizador'],
  ['/organizador/eventos', ['Admin'], ['Admin', 'Organizador'], null],
  ['/admin/tarefas', ['Organizador', 'Participante'], ['Admin', 'Organizador', 'Participante'], 'Admin'],
  ['/admin/tarefas', ['Participante'], ['Organizador', 'Participante'], null],
  ['/minha-conta', ['Organizador'], ['Organizador', 'Participante'], null],
])('%s in %j, for a user with %j, is shown as %s', (path, roles, heldRoles, role) => {
  expect(roleOfPage(path, { roles, heldRoles })).toBe(role)
})
