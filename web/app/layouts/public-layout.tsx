import { Link, Outlet, useRouteLoaderData } from 'react-router'
import {
  FORGOT_PASSWORD_PATH,
  HOME_PATH,
  LOGIN_PATH,
  MY_EVENTS_PATH,
  PRIVACY_PATH,
  profilePath,
  SIGN_UP_PATH,
} from '../paths.ts'
import type { loader as rootLoader } from '../root.tsx'
import { isViewing, type Session, useSession } from '../session.ts'
import { chatUrl } from '../ui/chat-link.ts'
import { Logo } from '../ui/logo.tsx'
import { OfflineBanner } from '../ui/offline-banner.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { useRootMark } from '../ui/use-root-mark.ts'
import { ChatButton } from './chat-button.tsx'
import { PublicHeader } from './public-header.tsx'
import classes from './public-layout.module.css'

const loadSignOut = () => import('../sign-out.ts').then((module) => module.signOut)
const loadRefresh = () => import('../session-refresh.tsx').then((module) => module.SessionRefresh)

export default function PublicLayout() {
  const contactPhone = useRouteLoaderData<typeof rootLoader>('root')?.contactPhone ?? null
  const session = useSession()
  // A stored user that could not be read was deleted, so the user is asked for anew.
  const isSeenAs = session !== null && isViewing()
  useRootMark('viewing', isSeenAs)
  const isUnknown = session?.user.id === 0
  const SessionRefresh = useLoaded(isUnknown, loadRefresh)
  const signOut = useLoaded(session !== null, loadSignOut)
  return (
    <div className={classes.page}>
      {isUnknown && SessionRefresh && <SessionRefresh />}
      {isSeenAs && (
        <button type="button" className={classes.viewing} disabled={!signOut} onClick={signOut ?? undefined}>
          Você está vendo a Largada como {session.user.name}. Encerrar
        </button>
      )}
      <SkipLink />
      <PublicHeader contactPhone={contactPhone} />
      <OfflineBanner />
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <PublicFooter contactPhone={contactPhone} session={session} signOut={signOut} />
      {contactPhone && (
        <aside aria-label="Ajuda">
          <ChatButton phone={contactPhone} place="margin" />
        </aside>
      )}
    </div>
  )
}

interface PublicFooterProps {
  contactPhone: string | null
  session: Session | null
  /** Null until its code is loaded. */
  signOut: (() => void) | null
}

function PublicFooter({ contactPhone, session, signOut }: PublicFooterProps) {
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Logo height={24} />
          <p>Inscrições para corridas de rua em todo o Brasil.</p>
        </div>
        <nav aria-label="Corridas">
          <h2>Corridas</h2>
          <Link to={HOME_PATH}>Próximos eventos</Link>
          {(!session || session.roles.includes('Participante')) && (
            <Link to={MY_EVENTS_PATH}>Meus Eventos</Link>
          )}
        </nav>
        <nav aria-label="Sua conta">
          <h2>Sua conta</h2>
          {session ? (
            <>
              <Link to={profilePath(session.roles)}>Perfil</Link>
              <button type="button" disabled={!signOut} onClick={signOut ?? undefined}>
                Sair
              </button>
            </>
          ) : (
            <>
              <Link to={LOGIN_PATH}>Entrar</Link>
              <Link to={SIGN_UP_PATH}>Cadastre-se</Link>
              <Link to={FORGOT_PASSWORD_PATH}>Recuperar senha</Link>
            </>
          )}
          <Link to={PRIVACY_PATH}>Privacidade e termos</Link>
        </nav>
        {contactPhone && (
          <nav aria-label="Ajuda">
            <h2>Ajuda</h2>
            <a href={chatUrl(contactPhone)} target="_blank" rel="noreferrer">
              Fale conosco
            </a>
          </nav>
        )}
      </div>
    </footer>
  )
}
