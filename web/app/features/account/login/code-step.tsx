import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ConfirmSecondFactorInput } from '#contract/account/second-factor.ts'
import { ApiFailure } from '#web/api/api.ts'
import { useServerErrors } from '#web/api/use-server-errors.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CodeField } from '../second-factor/code-field.tsx'
import classes from './auth.module.css'
import { AuthPage } from './auth-page.tsx'
import { logInWithCode, loginProblem } from './log-in.ts'

interface CodeStepProps {
  challenge: string
  onBack: () => void
}

const FIELDS = ['code'] as const

export function CodeStep({ challenge, onBack }: CodeStepProps) {
  const form = useForm<z.input<typeof ConfirmSecondFactorInput>>({
    resolver: zodResolver(ConfirmSecondFactorInput),
    defaultValues: { code: '' },
  })
  const { control, handleSubmit, formState } = form
  const { isSubmitting } = formState
  const [failure, setFailure] = useServerErrors(form, FIELDS, 'code')

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null)
    try {
      await logInWithCode(challenge, code)
      showToast('success', 'Login realizado com sucesso.')
    } catch (reason) {
      if (!(reason instanceof ApiFailure)) {
        showToast('error', 'Ocorreu um erro inesperado ao fazer login.')
      } else if (reason.code === 'challenge_over') {
        showToast('error', reason.message)
        onBack()
      } else setFailure(reason)
    }
  })

  return (
    <AuthPage
      title="Verificação em duas etapas"
      description="Abra o aplicativo autenticador no seu celular e digite o código que ele mostra."
    >
      <form onSubmit={submit} noValidate className={classes.form} aria-busy={isSubmitting}>
        {failure && !failure.errorOf('code') && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} className={classes.alert}>
            <p>{loginProblem(failure)}</p>
          </Alert>
        )}
        <fieldset disabled={isSubmitting} className={classes.fields}>
          <legend className="sr-only">Segunda etapa da entrada</legend>
          <CodeField control={control} name="code" autoFocus recovery />
          <SubmitButton busy={isSubmitting} fullWidth size="lg">
            Entrar
          </SubmitButton>
          <Button variant="default" onClick={onBack}>
            Voltar
          </Button>
        </fieldset>
      </form>
    </AuthPage>
  )
}
