import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Confirmation, readConfirmation } from '#contract/people/confirmation.ts'
import { api } from '#web/api/api.ts'
import { LinkOutcome } from '#web/features/account/login/link-outcome.tsx'
import { HOME_PATH } from '#web/paths.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { ConfirmForm } from './confirm-form.tsx'
import { Confirmed } from './confirmed.tsx'
import { IdentifyForm } from './identify-form.tsx'
import type { Identity } from './identity.ts'

export const meta = pageTitle('Confirmar inscrição')

type State =
  | { step: 'identify' }
  | { step: 'confirm'; identity: Identity; confirmation: Confirmation }
  | { step: 'done'; identity: Identity; confirmation: Confirmation; person: Confirmation['person'] }
  | { step: 'ended'; words: string }

/** The target of an additional participant's link. Opening it changes nothing: mail programs open links. */
export default function ConfirmParticipation() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const [state, setState] = useState<State>(token ? { step: 'identify' } : { step: 'ended', words: ENDED })
  const end = (words?: string) => setState({ step: 'ended', words: words ?? ENDED })
  switch (state.step) {
    case 'identify':
      return (
        <IdentifyForm
          token={token ?? ''}
          title="Confirmar inscrição"
          description="Alguém inscreveu você em uma corrida. Para abrir a sua inscrição, diga quem você é."
          legend="Quem é você"
          open={async (identity) => {
            const { data: confirmation } = await api(readConfirmation, { body: identity })
            setState({ step: 'confirm', identity, confirmation })
          }}
          onEnded={end}
        />
      )
    case 'confirm':
      return (
        <ConfirmForm
          identity={state.identity}
          confirmation={state.confirmation}
          onConfirmed={(person) => setState({ ...state, step: 'done', person })}
          onEnded={end}
        />
      )
    case 'done':
      return <Confirmed identity={state.identity} person={state.person} confirmation={state.confirmation} />
    case 'ended':
      return (
        <LinkOutcome
          title="Confirmar inscrição"
          words={state.words}
          next={{ to: HOME_PATH, label: 'Ver as corridas' }}
        />
      )
  }
}

const ENDED =
  'Este link já foi usado ou passou do prazo. Se você acabou de confirmar, está tudo certo. Para mudar algo, peça outro link a quem inscreveu você.'
