import { IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import type { resendVerification } from '#contract/account/session.ts'
import { api } from '#web/api/api.ts'
import { getDeviceToken } from '#web/session/device-token.ts'
import { useWaiting } from '#web/session/use-return-path.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'

interface ResendButtonProps {
  /** Returns the address at the time of the call. */
  email: () => string
  children: string
}

/** Sends the link that verifies an e-mail once more. */
export function ResendButton({ email, children }: ResendButtonProps) {
  const [busy, setBusy] = useState(false)
  const waiting = useWaiting()
  const resend = async () => {
    setBusy(true)
    try {
      await api<typeof resendVerification>(
        { method: 'POST', path: '/email/resend' },
        { body: { email: email(), device_token: getDeviceToken(), ...waiting } },
      )
      showToast('success', 'E-mail de verificação reenviado com sucesso. Verifique sua caixa de entrada.')
    } catch {
      showToast('error', 'Erro ao reenviar o e-mail.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextButton variant="default" icon={IconMailForward} loading={busy} onClick={resend}>
      {children}
    </TextButton>
  )
}
