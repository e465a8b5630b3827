import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { failureMessage } from '#web/api/api.ts'
import { useSession } from '#web/session/session.ts'
import { TextButton } from '#web/ui/text-button.tsx'
import { dismissErrors, showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useSuggestedPasskeys } from './use-suggested-passkeys.ts'

/** Loaded when pressed, or when the browser can suggest passkeys. */
const load = () => import('./log-in-with-passkey.ts').then((module) => module.logInWithPasskey)

/**
 * Logs in with the finger, the face or the PIN that unlocks the device. The browser also suggests passkeys below
 * the field of the e-mail.
 */
export function PasskeyButton({ onStart }: { onStart: () => void }) {
  const [busy, setBusy] = useState(false)
  const isLeaving = useSession() !== null
  const start = () => {
    setBusy(true)
    onStart()
  }
  const enter = async (loggingIn: Promise<boolean>) => {
    try {
      if (!(await loggingIn)) return
      dismissErrors()
      showToast('success', 'Login realizado com sucesso.')
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Ocorreu um erro inesperado ao fazer login.'))
    }
  }
  const press = async () => {
    start()
    await enter(load().then((logIn) => logIn()))
    setBusy(false)
  }
  useSuggestedPasskeys(!busy && !isLeaving, async (until) => {
    const logIn = await load().catch(() => null)
    if (!logIn || until.aborted) return
    let isChosen = false
    const onChosen = () => {
      isChosen = true
      start()
    }
    await enter(logIn({ until, onChosen }))
    // Otherwise the suggestions may have ended because the button was pressed.
    if (isChosen) setBusy(false)
  })
  // In-app browsers and pages without TLS lack it.
  if (useHydrated() && !('PublicKeyCredential' in window)) return null
  return (
    <TextButton
      variant="default"
      icon={IconFingerprint}
      fullWidth
      mt="sm"
      loading={busy || isLeaving}
      onClick={press}
    >
      Entrar com chave de acesso
    </TextButton>
  )
}
