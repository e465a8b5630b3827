import { roleHome } from '#contract/roles.ts'
import type { Session } from '../session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/** In place of a page that is made for another role. */
export function OtherRole({ session }: { session: Session }) {
  return (
    <>
      <h1 className="sr-only">Página de outro perfil</h1>
      <EmptyState
        title="Esta página não é do seu perfil"
        description={`Você entrou como ${session.user.name}, e esta página é de outro tipo de conta. Se precisar dela, saia e entre com a outra conta.`}
        picture="refused"
      >
        <LinkButton to={roleHome(session.roles)}>Ir para o meu início</LinkButton>
      </EmptyState>
    </>
  )
}
