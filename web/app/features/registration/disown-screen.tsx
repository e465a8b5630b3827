import { Alert, Button } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { disownRegistration } from '#contract/checkout.ts'
import { ApiFailure, api, failureMessage } from '../../api.ts'
import { HOME_PATH } from '../../paths.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { showToast } from '../../ui/toast.ts'
import classes from '../account/login/auth.module.css'
import { AuthPage } from '../account/login/auth-page.tsx'

export const meta = pageTitle('Não sou eu')

/** Where the link to an additional participant leads. Looking at it does nothing: mail programs open links before people do. */
export default function Disown() {
  const [search] = useSearchParams()
  const token = search.get('token')
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

  if (dead || done !== null) {
    return (
      <AuthPage title="Não sou eu">
        <div role="status" className={classes.notice}>
          <Alert
            color={dead ? 'red' : 'green'}
            icon={dead ? <IconLinkOff aria-hidden /> : <IconCircleCheck aria-hidden />}
          >
            {done ?? DEAD}
          </Alert>
        </div>
        <div className={classes.ways}>
          <Button component={Link} to={HOME_PATH}>
            Ver as corridas
          </Button>
        </div>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Não sou eu"
      description="Alguém informou o seu e-mail ao fazer uma inscrição. Se você não a conhece, confirme abaixo: sem pagamento, ela é cancelada na hora; paga, a organização do evento é avisada."
    >
      <div className={classes.ways}>
        <Button size="lg" color="red" loading={isBusy} onClick={disown}>
          Não conheço esta inscrição
        </Button>
        <Button component={Link} to={HOME_PATH} variant="default">
          A inscrição está certa
        </Button>
      </div>
    </AuthPage>
  )
}

const DEAD = 'O link é inválido ou já passou do prazo. Fale com a organização do evento.'
