import { Alert, Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import classes from '../features/account/login/auth.module.css'
import { AuthPage } from '../features/account/login/auth-page.tsx'
import { ResetPasswordForm } from '../features/account/login/reset-password-form.tsx'
import { pageTitle } from '../ui/page-title.ts'

export const meta = pageTitle('Redefinir senha')

/** Where the link of the recovery e-mail leads. */
export default function ResetPassword() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [dead, setDead] = useState(false)
  const token = search.get('token')

  if (!token || dead) {
    return (
      <AuthPage title="Redefinir senha">
        <Alert color="red" icon={<IconLinkOff aria-hidden />} className={classes.notice}>
          <p>{ERRORS.token_invalid[1]}</p>
        </Alert>
        <div className={classes.ways}>
          <Button component={Link} to="/recuperar-senha">
            Solicitar um novo link
          </Button>
        </div>
      </AuthPage>
    )
  }
  return (
    <AuthPage title="Redefinir senha" description="Escolha uma nova senha para entrar na sua conta.">
      <ResetPasswordForm
        token={token}
        onDone={() => navigate('/login', { replace: true })}
        onDeadLink={() => setDead(true)}
      />
    </AuthPage>
  )
}
