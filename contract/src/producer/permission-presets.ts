import { PERMISSIONS, type Permission } from '../roles.ts'

interface PermissionPreset {
  name: string
  description: string
  permissions: readonly Permission[]
}

export const PERMISSION_PRESETS: readonly PermissionPreset[] = [
  {
    name: 'Credenciamento',
    description: 'Entrega kits: vê o evento e quem participa.',
    permissions: ['view-event', 'view-event-participants'],
  },
  {
    name: 'Financeiro',
    description: 'Fecha contas: vê o extrato, vê e exporta participantes e consulta as taxas.',
    permissions: [
      'view-event',
      'view-event-participants',
      'view-event-finances',
      'export-listing-participants',
      'view-fees',
    ],
  },
  {
    name: 'Atendimento',
    description: 'Fala com o público: corrige e cancela inscrições.',
    permissions: ['view-event', 'view-event-participants', 'edit-registration-participant-event'],
  },
  {
    name: 'Completo',
    description: 'Faz tudo o que você faz, nos eventos relacionados.',
    permissions: Object.keys(PERMISSIONS) as Permission[],
  },
]
