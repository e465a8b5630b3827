import { Alert, Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { undoEmailChange } from '#contract/account/session.ts'
import { ERRORS } from '#contract/errors.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { FORGOT_PASSWORD_PATH, HOME_PATH, LOGIN_PATH } from '#web/paths.ts'
import { clearSession } from '#web/session/session.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { LinkOutcome } from './link-outcome.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

export const meta = pageTitle('Desfazer a troca de e-mail')

const FAILED = 'Erro ao desfazer a troca. Tente novamente.'

/** Undone by a button, because mail programs open the links of a message on their own. */
export default function UndoEmailChange() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [dead, setDead] = useState<string | null>(null)
  const [resetToken, setResetToken] = useState<string | null>(null)

  const undo = async () => {
    setBusy(true)
    try {
      const { data } = await api<typeof undoEmailChange>(
        { method: 'POST', path: '/email/undo' },
        { body: { token: search.get('token') ?? '' } },
      )
      // The server has ended every session of the account, including the one of this browser.
      clearSession()
      setResetToken(data.reset_token)
    } catch (reason) {
      const final = reason instanceof ApiFailure && [400, 409, 422].includes(reason.status)
      if (final) setDead(reason.errorOf('token') ?? failureMessage(reason, FAILED))
      else showToast('error', failureMessage(reason, FAILED))
    } finally {
      setBusy(false)
    }
  }

  if (resetToken)
    return (
      <AuthPage title="Crie uma nova senha" description="A de antes não abre mais a sua conta.">
        <Alert color="green" icon={<IconCircleCheck aria-hidden />} className={classes.notice}>
          <p>A conta voltou a este e-mail e todas as sessões foram encerradas.</p>
        </Alert>
        <ResetPasswordForm
          token={resetToken}
          onDone={() => navigate(LOGIN_PATH, { replace: true })}
          onDeadLink={() => {
            setResetToken(null)
            setDead(ERRORS.token_invalid[1])
          }}
        />
      </AuthPage>
    )
  if (dead)
    return (
      <LinkOutcome
        title="Desfazer a troca de e-mail"
        words={dead}
        next={{ to: FORGOT_PASSWORD_PATH, label: 'Recuperar o acesso' }}
      />
    )
  return (
    <AuthPage
      title="Desfazer a troca de e-mail"
      description="Se não foi você que pediu a troca, alguém sabe a sua senha. Ao desfazer, a conta volta ao e-mail que recebeu este link, todas as sessões são encerradas e você cria uma nova senha."
    >
      <div className={classes.ways}>
        <Button onClick={undo} loading={busy}>
          Desfazer a troca
        </Button>
        <LinkButton to={HOME_PATH} variant="default">
          Fui eu, manter a troca
        </LinkButton>
      </div>
    </AuthPage>
  )
}
