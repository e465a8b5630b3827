import { expect, test } from 'vitest'
import { permissionName, whyNeeded, withDependents, withNeeded } from './permissions.ts'
import { PERMISSION_PRESETS } from './producer/permission-presets.ts'
import { PERMISSIONS, type Permission } from './roles.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

test.each<[Permission, Permission[]]>([
  ['create-event', ['create-event', 'edit-event', 'view-event']],
  ['edit-event', ['edit-event', 'view-event']],
  ['view-event', ['view-event']],
  ['edit-fees', ['edit-fees', 'view-fees']],
])('%s brings %j', (permission, all) => {
  expect(withNeeded([permission])).toEqual(all)
})

test('revoking a permission also revokes those that need it', () => {
  expect(withDependents('view-event', ALL)).toEqual(['create-event', 'view-event', 'edit-event'])
  expect(withDependents('view-event', ['view-event', 'view-fees'])).toEqual(['view-event'])
  expect(withDependents('view-event', ['view-fees'])).toEqual([])
})

test('a permission granted with another one says why', () => {
  expect(whyNeeded('view-event', ['create-event', 'edit-event', 'view-event'])).toBe(
    'Vem com Editar eventos: só edita um evento quem o vê.',
  )
  expect(whyNeeded('view-event', ['view-event', 'view-fees'])).toBeNull()
  expect(whyNeeded('sell-tickets', ['edit-event'])).toBeNull()
})

test('every permission has a name of its own; an unknown one keeps its technical name', () => {
  expect(new Set(ALL.map(permissionName)).size).toBe(ALL.length)
  expect(permissionName('sell-tickets')).toBe('sell-tickets')
})

test.each(PERMISSION_PRESETS)(
  'the preset $name contains the permissions that its permissions need',
  ({ permissions }) => {
    expect([...withNeeded(permissions)].sort()).toEqual([...permissions].sort())
  },
)
