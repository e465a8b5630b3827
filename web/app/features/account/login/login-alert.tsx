import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import type { resendVerification } from '#contract/account.ts'
import { api } from '../../../api.ts'
import { getDeviceToken } from '../../../device-token.ts'
import { showToast } from '../../../ui/toast.ts'
import classes from '../auth-form.module.css'

interface LoginAlertProps {
  message: string
  /** The account waits for its e-mail to be verified. */
  unverified: boolean
  /** The address in the form at the moment. */
  email: () => string
}

/** Why nobody was let in and, when only the verification is missing, a way to get its e-mail again. */
export function LoginAlert({ message, unverified, email }: LoginAlertProps) {
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      await api<typeof resendVerification>(
        { method: 'POST', path: '/email/resend' },
        { body: { email: email(), device_token: getDeviceToken() } },
      )
      showToast('success', 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.')
    } catch {
      showToast('error', 'Erro ao reenviar o e-mail.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} className={classes.alert}>
      <p>{message}</p>
      {unverified && (
        <Button
          variant="default"
          leftSection={<IconMailForward size={20} aria-hidden />}
          loading={busy}
          onClick={resend}
        >
          Reenviar e-mail de verificação
        </Button>
      )}
    </Alert>
  )
}
