import { Anchor, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { requestPasswordReset } from '#contract/account/session.ts'
import { api } from '#web/api/api.ts'
import { LOGIN_PATH } from '#web/paths.ts'
import { getDeviceToken } from '#web/session/device-token.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { EmailForm } from './email-form.tsx'
import { readLoginState, withEmail } from './login-state.ts'

export const meta = pageTitle('Recuperar Senha')

async function askForReset(email: string): Promise<string> {
  const { message } = await api(requestPasswordReset, { body: { email, device_token: getDeviceToken() } })
  return message ?? 'E-mail enviado.'
}

export default function ForgotPassword() {
  const { state, search } = useLocation()
  // Navigation state is not available while the server renders the page.
  const { email } = readLoginState(useHydrated() ? state : null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  if (sentTo) {
    return (
      <AuthPage
        title="Confira seu e-mail"
        description={
          <>
            Se houver uma conta com <strong>{sentTo}</strong>, o link para criar uma nova senha chega em
            instantes. Ele vale por 1 hora. Não chegou? Olhe também a caixa de spam.
          </>
        }
      >
        <div className={classes.ways}>
          <LinkButton to={LOGIN_PATH + search} state={withEmail(state, sentTo)}>
            Ir para o login
          </LinkButton>
          <Button variant="default" onClick={() => setSentTo(null)}>
            Usar outro e-mail
          </Button>
        </div>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Recuperar Senha"
      description="Informe o e-mail da sua conta e enviaremos um link para você criar uma nova senha."
    >
      <EmailForm
        key={email}
        email={email}
        send={askForReset}
        sendLabel="Enviar"
        onEmail={setTyped}
        onSent={setSentTo}
      />
      <div className={classes.links}>
        <Anchor component={Link} to={LOGIN_PATH + search} state={withEmail(state, typed ?? email ?? '')}>
          <IconArrowLeft size={20} aria-hidden /> Voltar para o login
        </Anchor>
      </div>
    </AuthPage>
  )
}
