import { Alert, Button } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ERRORS } from '#contract/errors.ts'
import { FORGOT_PASSWORD_PATH, LOGIN_PATH } from '../../../paths.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

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
          <Button component={Link} to={FORGOT_PASSWORD_PATH}>
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
        onDone={() => navigate(LOGIN_PATH, { replace: true })}
        onDeadLink={() => setDead(true)}
      />
    </AuthPage>
  )
}
