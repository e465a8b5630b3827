import { PERMISSIONS, type Permission } from './roles.ts'

interface About {
  /** For people; the permission itself is the technical name. */
  name: string
  /** What it is of no use without. */
  needs?: Permission
  /** Said beside a permission that came along. */
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

/** A permission that is unknown here keeps its technical name. */
export const permissionName = (name: string): string => (isPermission(name) ? ABOUT[name].name : name)

/** These permissions and all that they need: only such sets are granted. */
export function withNeeded(permissions: readonly Permission[]): Permission[] {
  const all = new Set(permissions)
  // The loop also visits what is added to the set during it.
  for (const permission of all) {
    const { needs } = ABOUT[permission]
    if (needs) all.add(needs)
  }
  return [...all]
}

/** A permission and those of `held` that are of no use without it: they are taken away together. */
export const withDependents = (permission: Permission, held: readonly Permission[]): Permission[] =>
  held.filter((one) => withNeeded([one]).includes(permission))

/** Why a permission comes along with others, for people; null when none of them needs it. */
export function whyNeeded(name: string, others: readonly string[]): string | null {
  const needing = others.filter(isPermission).find((one) => ABOUT[one].needs === name)
  return needing ? `Vem com ${ABOUT[needing].name}: ${ABOUT[needing].why}.` : null
}
