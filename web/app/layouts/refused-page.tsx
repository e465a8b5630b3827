import { permissionName } from '#contract/permissions.ts'
import { type Permission, roleHome } from '#contract/roles.ts'
import type { Session } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

interface RefusedPageProps {
  session: Session
  /** The permission that the page needs; without it the page is made for another role. */
  permission?: Permission
}

/** Replaces a page that the user may not see, before any request is sent. */
export const RefusedPage = ({ session, permission }: RefusedPageProps) => (
  <>
    <h1 className="sr-only">{permission ? 'Página sem permissão' : 'Página de outro perfil'}</h1>
    <EmptyState
      title={permission ? 'Você não tem permissão para esta ação.' : 'Esta página não é do seu perfil'}
      description={
        permission
          ? `Esta página pede a permissão “${permissionName(permission)}”. Quem a concede é o organizador para quem você trabalha.`
          : `Você entrou como ${session.user.name}, e esta página é de outro tipo de conta. Se precisar dela, saia e entre com a outra conta.`
      }
      picture="refused"
    >
      <LinkButton to={roleHome(session.roles)}>
        {permission ? 'Ir para os meus eventos' : 'Ir para o meu início'}
      </LinkButton>
    </EmptyState>
  </>
)
