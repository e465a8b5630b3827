import { Link } from 'react-router'
import {
  FORGOT_PASSWORD_PATH,
  HOME_PATH,
  LOGIN_PATH,
  MY_EVENTS_PATH,
  PRIVACY_PATH,
  SIGN_UP_PATH,
} from '../paths.ts'
import { chatUrl } from '../ui/chat-link.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './public-footer.module.css'

export function PublicFooter({ contactPhone }: { contactPhone: string | null }) {
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
          <Link to={MY_EVENTS_PATH}>Meus Eventos</Link>
        </nav>
        <nav aria-label="Sua conta">
          <h2>Sua conta</h2>
          <Link to={LOGIN_PATH}>Entrar</Link>
          <Link to={SIGN_UP_PATH}>Cadastre-se</Link>
          <Link to={FORGOT_PASSWORD_PATH}>Recuperar senha</Link>
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
