import { expect, test } from 'vitest'
import { profilePath } from '#web/paths.ts'
import { menuEntries } from './menu-entries.ts'

const session = (roles: string[], type: 0 | 1 | null = null) => ({
  token: 'x',
  user: {
    id: 1,
    name: 'Ana',
    email: 'ana@exemplo.test',
    image: null,
    organizer: type === null ? null : { id: 1, type, fantasy_name: 'Ilha Run' },
  },
  roles,
  permissions: ['view-realizadores', 'view-fees'],
})
const menu = (...of: Parameters<typeof session>) =>
  menuEntries(session(...of)).map(({ label, path }) => `${label} ${path}`)

// Specification, page 2, §2: the side menu by role. The organizer's home and organization, money and
// Admin's logs are additions.
test.each<[of: Parameters<typeof session>, entries: string[]]>([
  [[['Participante']], ['Meu Perfil /participante/perfil', 'Meus Eventos /participante/eventos']],
  [
    [['Admin']],
    [
      'Página Inicial /admin/pagina-inicial',
      'Meus Eventos /admin/eventos',
      'Empresas /Empresas',
      'Organizadores /organizadores',
      'Participantes /participantes',
      'Tarefas /admin/tarefas',
      'Mensagens /admin/mensagens',
      'Devoluções /empresa/devolucoes',
      'Auditoria /admin/auditoria',
      'Segurança /admin/seguranca',
      'Usuários /admin/usuarios',
    ],
  ],
  [
    [['Organizador'], 0],
    [
      'Meus Eventos /organizador/eventos',
      'Realizadores /organizador/realizadores',
      'Taxas /organizador/taxas',
      'Página Inicial /organizador/pagina-inicial',
      'Financeiro /organizador/extrato',
      'Organização /organizador/minha-organizacao',
    ],
  ],
  [
    [['Empresa']],
    [
      'Página Inicial /empresa/pagina-inicial',
      'Pessoas /pessoas',
      'Cidades /cidades',
      'Financeiro /empresa/extrato',
    ],
  ],
])('the menu of %j', (of, entries) => {
  expect(menu(...of)).toEqual(entries)
})

test('a realizador has an extra Meus Eventos, and no entry that would be refused', () => {
  expect(menu(['Organizador'], 1)).toEqual([
    'Meus Eventos /organizador/eventos',
    'Realizadores /organizador/realizadores',
    'Taxas /organizador/taxas',
    'Meus Eventos /realizador/eventos',
  ])
})

test.each([
  [['Organizador'], ['Página Inicial', 'Financeiro', 'Organização']],
  [['Admin'], ['Tarefas', 'Mensagens', 'Devoluções', 'Auditoria', 'Segurança', 'Usuários']],
  [['Empresa'], ['Financeiro']],
  [['Participante'], []],
])('the entries of %j beyond the specification are marked and come last', (roles, added) => {
  const entries = menuEntries(session(roles, 0))
  expect(entries.filter(({ added }) => added).map(({ label }) => label)).toEqual(added)
  expect(entries.slice(entries.length - added.length).every(({ added }) => added)).toBe(true)
})

test('a user with several roles sees the menu of the current one', () => {
  expect(menu(['Organizador', 'Participante'], 0)[0]).toBe('Meus Eventos /organizador/eventos')
  expect(menu(['Participante'], 0)).toEqual(menu(['Participante']))
})

// Specification, page 1, §2.6.
test.each([
  [['Participante'], '/participante/eventos'],
  [['Organizador', 'Participante'], '/organizador/eventos'],
  [[], '/'],
])("'Perfil' of %j leads to %s", (roles, path) => {
  expect(profilePath(roles)).toBe(path)
})
