import { Alert, Loader } from '@mantine/core'
import { IconCircleCheck, IconMailX } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { verificationMessage } from '#contract/account/email-verification.ts'
import { LOGIN_PATH } from '#web/paths.ts'
import { loginPathFor } from '#web/session/return-path.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { StatePicture } from '#web/ui/state-picture.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from '../login/auth.module.css'
import { AuthPage } from '../login/auth-page.tsx'
import { WaitingRace } from '../login/waiting-race.tsx'

export const meta = pageTitle('Verificação de e-mail')

export default function EmailVerification() {
  const hydrated = useHydrated()
  const [search] = useSearchParams()
  const verified = search.get('status') === 'success'
  const message = verificationMessage(verified, search.get('message'))
  const event = hydrated && search.get('evento')
  return (
    <AuthPage title="Verificação de e-mail">
      <div role="status" className={classes.notice}>
        {hydrated ? (
          <>
            <StatePicture name={verified ? 'mail' : 'error'} />
            <Alert
              color={verified ? 'green' : 'red'}
              icon={verified ? <IconCircleCheck aria-hidden /> : <IconMailX aria-hidden />}
            >
              {message}
            </Alert>
            {!verified && (
              <p className={classes.help}>
                Para receber um novo link, entre com seu e-mail e senha e toque em Reenviar e-mail de
                verificação.
              </p>
            )}
          </>
        ) : (
          <p className={classes.waiting}>
            <Loader size={20} aria-hidden /> Verificando seu e-mail...
            {/* The cached page is the same for all messages, so without scripts the default message is shown.
             */}
            <noscript>{verificationMessage(verified, null)}</noscript>
          </p>
        )}
      </div>
      {verified && (
        <WaitingRace>
          {(title) => <>Agora é só entrar para continuar a sua inscrição em {title}.</>}
        </WaitingRace>
      )}
      <div className={classes.ways}>
        <LinkButton to={event ? loginPathFor(event) : LOGIN_PATH}>Ir para o login</LinkButton>
      </div>
    </AuthPage>
  )
}
