import { expect, test } from 'vitest'
import { missingPermission } from './page-permissions.ts'

test.each([
  ['/organizador/eventos', [], null],
  ['/organizador/eventos/detalhe/7', [], null],
  ['/organizador/eventos/7/participantes', [], 'view-event-participants'],
  ['/Organizador/Eventos/7/Participantes', ['view-event-participants'], null],
  ['/organizador/realizadores', ['view-realizadores'], null],
  ['/organizador/realizadores/novo', ['view-realizadores'], 'create-realizador'],
  ['/organizador/realizadores/detalhe/novo', ['view-realizadores'], 'create-realizador'],
  ['/organizador/realizadores/detalhe/7', [], 'view-realizadores'],
  ['/organizador/evento/participante/editar/9', ['view-event'], 'edit-registration-participant-event'],
  ['/organizador/taxas', [], 'view-fees'],
  ['/participante/eventos', [], null],
])('%s with %j lacks %s', (path, permissions, missing) => {
  expect(missingPermission(path, permissions)).toBe(missing)
})
