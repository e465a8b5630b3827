import { PERMISSIONS, type Permission } from './roles.ts'

interface About {
  name: string
  /** The permission without which this one has no use. */
  needs?: Permission
  /** Shown when this permission was granted together with the one that needs it. */
  why?: string
}

const ABOUT: Readonly<Record<Permission, About>> = {
  'create-event': {
    name: 'Criar eventos',
    needs: 'edit-event',
    why: 'quem cria um evento volta a ele para completar',
  },
  'view-event': { name: 'Ver eventos' },
  'edit-event': { name: 'Editar eventos', needs: 'view-event', why: 'só edita um evento quem o vê' },
  'change-event-status': { name: 'Abrir e fechar eventos' },
  'view-event-participants': { name: 'Ver participantes' },
  'view-event-finances': { name: 'Ver valores e extrato' },
  'export-listing-participants': {
    name: 'Exportar participantes',
    needs: 'view-event-participants',
    why: 'a exportação sai da tela de participantes',
  },
  'edit-registration-participant-event': {
    name: 'Editar inscrições',
    needs: 'view-event-participants',
    why: 'as inscrições são editadas na tela de participantes',
  },
  'view-health-answers': {
    name: 'Ver respostas de saúde',
    needs: 'view-event-participants',
    why: 'as respostas aparecem na inscrição de cada participante',
  },
  'view-realizadores': { name: 'Ver realizadores' },
  'create-realizador': {
    name: 'Cadastrar realizadores',
    needs: 'view-realizadores',
    why: 'o cadastro começa na lista de realizadores',
  },
  'edit-realizador': {
    name: 'Editar realizadores',
    needs: 'view-realizadores',
    why: 'só edita um realizador quem o vê',
  },
  'view-fees': { name: 'Ver taxas' },
  'edit-fees': { name: 'Alterar taxas', needs: 'view-fees', why: 'só altera as taxas quem as vê' },
}

export const isPermission = (name: string): name is Permission => Object.hasOwn(PERMISSIONS, name)

/** An unknown permission keeps its technical name. */
export const permissionName = (name: string): string => (isPermission(name) ? ABOUT[name].name : name)

/** Adds all permissions that these need. Only complete sets are granted. */
export function withNeeded(permissions: readonly Permission[]): Permission[] {
  const all = new Set(permissions)
  // Iterating over a set also visits elements added during the loop.
  for (const permission of all) {
    const { needs } = ABOUT[permission]
    if (needs) all.add(needs)
  }
  return [...all]
}

/** Adds the permissions of `held` that have no use without this one. They are revoked together. */
export const withDependents = (permission: Permission, held: readonly Permission[]): Permission[] =>
  held.filter((one) => withNeeded([one]).includes(permission))

export function whyNeeded(name: string, others: readonly string[]): string | null {
  const needing = others.filter(isPermission).find((one) => ABOUT[one].needs === name)
  return needing ? `Vem com ${ABOUT[needing].name}: ${ABOUT[needing].why}.` : null
}
