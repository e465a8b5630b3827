import { chooseRole, type ROLES } from './account/choose-role.ts'

export type Role = (typeof ROLES)[number]

/** The permissions, each with its description on the screen of permissions. */
export const PERMISSIONS = {
  'create-event': 'Criar novos eventos',
  'view-event': 'Ver os dados de um evento',
  'edit-event': 'Editar os dados de um evento',
  'change-event-status': 'Abrir e fechar as inscrições de um evento',
  'view-event-participants': 'Ver os participantes de um evento',
  'view-event-finances': 'Ver os valores recebidos, as taxas e o extrato dos eventos',
  'export-listing-participants': 'Exportar a lista de participantes',
  'edit-registration-participant-event': 'Editar e cancelar inscrições de participantes',
  'view-health-answers': 'Ver as respostas de saúde dos participantes',
  'view-realizadores': 'Ver os realizadores',
  'create-realizador': 'Cadastrar realizadores',
  'edit-realizador': 'Editar realizadores, seus eventos e suas permissões',
  'view-fees': 'Ver a configuração de taxas',
  'edit-fees': 'Alterar a configuração de taxas',
} as const
export type Permission = keyof typeof PERMISSIONS

const HOMES: Record<Role, string> = {
  Admin: '/admin/pagina-inicial',
  Organizador: '/organizador/eventos',
  Empresa: '/empresa/pagina-inicial',
  Participante: '/participante/eventos',
}

/** The start page for an account with these roles. */
export function roleHome(roles: readonly string[]): string {
  const role = chooseRole(roles)
  return role ? HOMES[role] : '/'
}
