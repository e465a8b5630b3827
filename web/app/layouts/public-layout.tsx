import { Link, Outlet, useRouteLoaderData } from 'react-router'
import { documentWords, type PlatformSeller } from '#contract/seller.ts'
import {
  FORGOT_PASSWORD_PATH,
  HOME_PATH,
  LOGIN_PATH,
  MY_EVENTS_PATH,
  PRIVACY_PATH,
  profilePath,
  SIGN_UP_PATH,
} from '#web/paths.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { isViewing, type Session, useSession } from '#web/session/session.ts'
import { chatUrl } from '#web/ui/chat-link.ts'
import { Logo } from '#web/ui/logo.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { useRootMark } from '#web/ui/use-root-mark.ts'
import { ChatButton } from './chat-button.tsx'
import { PublicHeader } from './public-header.tsx'
import classes from './public-layout.module.css'

const loadSignOut = () => import('#web/session/sign-out.ts').then((module) => module.signOut)
const loadRefresh = () => import('#web/session/session-refresh.tsx').then((module) => module.SessionRefresh)

export default function PublicLayout() {
  const { contactPhone = null, seller = null } = useRouteLoaderData<typeof rootLoader>('root') ?? {}
  const session = useSession()
  // A stored user that could not be read has id 0, so the user is fetched again.
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
      <PublicFooter contactPhone={contactPhone} seller={seller} session={session} signOut={signOut} />
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
  seller: PlatformSeller | null
  session: Session | null
  signOut: (() => void) | null
}

function PublicFooter({ contactPhone, seller, session, signOut }: PublicFooterProps) {
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
      {seller && (
        <address className={classes.seller}>
          <span>{seller.name}</span> <span>{documentWords(seller.document)}</span>{' '}
          <span>{seller.address}</span>{' '}
          <a className={classes.sellerMail} href={`mailto:${seller.email}`}>
            {seller.email}
          </a>
        </address>
      )}
    </footer>
  )
}
