import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { disownRegistration } from '#contract/checkout/checkout.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import classes from '#web/features/account/login/auth.module.css'
import { AuthPage } from '#web/features/account/login/auth-page.tsx'
import { LinkOutcome } from '#web/features/account/login/link-outcome.tsx'
import { HOME_PATH } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'

export const meta = pageTitle('Não sou eu')

/** The target of an additional participant's link. Opening it changes nothing: mail programs open links. */
export default function Disown() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const isHydrated = useHydrated()
  const [isBusy, setBusy] = useState(false)
  const [dead, setDead] = useState(!token)
  const [done, setDone] = useState<string | null>(null)

  async function disown() {
    setBusy(true)
    try {
      const { message } = await api(disownRegistration, { body: { token: token ?? '' } })
      setDone(message ?? 'Recebemos o seu aviso.')
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 400) setDead(true)
      else showToast('error', failureMessage(failure, 'O aviso não foi enviado. Tente de novo.'))
    } finally {
      setBusy(false)
    }
  }

  if (dead || done !== null)
    return (
      <LinkOutcome
        title="Não sou eu"
        isGood={!dead}
        words={done ?? DEAD}
        next={{ to: HOME_PATH, label: 'Ver as corridas' }}
      />
    )
  return (
    <AuthPage
      title="Não sou eu"
      description="Alguém informou o seu e-mail ao fazer uma inscrição. Se você não a conhece, confirme abaixo: sem pagamento, ela é cancelada na hora; paga, a organização do evento é avisada."
    >
      <div className={classes.ways}>
        <Button color="red" loading={isBusy} disabled={!isHydrated} onClick={disown}>
          Não conheço esta inscrição
        </Button>
        <LinkButton to={HOME_PATH} variant="default">
          A inscrição está certa
        </LinkButton>
      </div>
    </AuthPage>
  )
}

const DEAD = 'O link é inválido ou já passou do prazo. Fale com a organização do evento.'
