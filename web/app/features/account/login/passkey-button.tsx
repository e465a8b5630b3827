import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { failureMessage } from '#web/api/api.ts'
import { useSession } from '#web/session/session.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { dismissErrors, showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** Loaded when pressed. */
const load = () => import('./log-in-with-passkey.ts').then((module) => module.logInWithPasskey)

/** Logs in with the finger, the face or the PIN that unlocks the device. */
export function PasskeyButton({ onStart }: { onStart: () => void }) {
  const [busy, setBusy] = useState(false)
  const isLeaving = useSession() !== null
  // In-app browsers and pages without TLS lack it.
  if (useHydrated() && !('PublicKeyCredential' in window)) return null
  const enter = async () => {
    setBusy(true)
    onStart()
    try {
      const logIn = await load()
      if (!(await logIn())) return
      dismissErrors()
      showToast('success', 'Login realizado com sucesso.')
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Ocorreu um erro inesperado ao fazer login.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextButton
      variant="default"
      icon={IconFingerprint}
      fullWidth
      mt="sm"
      loading={busy || isLeaving}
      onClick={enter}
    >
      Entrar com chave de acesso
    </TextButton>
  )
}
