import { permissionName } from '#contract/permissions.ts'
import { type Permission, roleHome } from '#contract/roles.ts'
import type { Session } from '../session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'

interface PermissionMissingProps {
  session: Session
  permission: Permission
}

/** In place of a page that a realizador may not see, before anything is asked of the server. */
export function PermissionMissing({ session, permission }: PermissionMissingProps) {
  return (
    <>
      <h1 className="sr-only">Página sem permissão</h1>
      <EmptyState
        title="Você não tem permissão para esta ação."
        description={`Esta página pede a permissão “${permissionName(permission)}”. Quem a concede é o organizador para quem você trabalha.`}
        picture="refused"
      >
        <LinkButton to={roleHome(session.roles)}>Ir para os meus eventos</LinkButton>
      </EmptyState>
    </>
  )
}
