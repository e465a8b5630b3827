import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { toBrazilianDate } from '#contract/dates.ts'
import {
  type Authorization,
  readAuthorization,
  refuseAuthorization,
  signAuthorization,
} from '#contract/people/guardian.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { LinkOutcome } from '#web/features/account/login/link-outcome.tsx'
import { EVENT_PATH, HOME_PATH, pathTo } from '#web/paths.ts'
import { momentWords } from '#web/ui/date-time-words.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import page from '../confirmation/confirm-form.module.css'
import { IdentifyForm } from '../confirmation/identify-form.tsx'
import { endWords, hasEnded, type Identity } from '../confirmation/identity.ts'
import { AuthorizationForm, type Signature } from './authorization-form.tsx'

export const meta = pageTitle('Autorização do responsável')

type State =
  | { step: 'identify' }
  | { step: 'decide'; identity: Identity; authorization: Authorization }
  | { step: 'signed'; authorization: Authorization }
  | { step: 'ended'; words: string; isGood?: boolean }

/** The target of a signer's link. Opening it changes nothing: mail programs open links. */
export default function Authorize() {
  const [search] = useSearchParams()
  const token = search.get('token')
  const [state, setState] = useState<State>(token ? { step: 'identify' } : { step: 'ended', words: ENDED })
  const end = (words?: string) => setState({ step: 'ended', words: words ?? ENDED })
  switch (state.step) {
    case 'identify':
      return (
        <IdentifyForm
          token={token ?? ''}
          title={TITLE}
          description="Quem tem menos de 18 anos no dia da corrida precisa de autorização. Para abrir o texto, digite os dados de quem vai correr."
          legend="Quem vai correr"
          open={async (identity) => {
            const { data: authorization } = await api(readAuthorization, { body: identity })
            setState({ step: 'decide', identity, authorization })
          }}
          onEnded={end}
        />
      )
    case 'decide':
      return (
        <Decide
          {...state}
          onSigned={() => setState({ ...state, step: 'signed' })}
          onRefused={(words) => setState({ step: 'ended', words, isGood: true })}
          onEnded={end}
        />
      )
    case 'signed':
      return (
        <LinkOutcome
          title="Assinado"
          isGood
          words="Obrigado! Quando todas as assinaturas estiverem aí, o comprovante chega por e-mail."
          next={{ to: pathTo(EVENT_PATH, state.authorization.event.slug), label: 'Ver a corrida' }}
        />
      )
    case 'ended':
      return (
        <LinkOutcome
          title={TITLE}
          isGood={state.isGood}
          words={state.words}
          next={{ to: HOME_PATH, label: 'Ver as corridas' }}
        />
      )
  }
}

const TITLE = 'Autorização do responsável'
const ENDED =
  'Este link já foi usado ou passou do prazo. Se você acabou de assinar, está tudo certo. Se não, peça outro link a quem fez a inscrição.'

interface DecideProps {
  identity: Identity
  authorization: Authorization
  onSigned: () => void
  onRefused: (words: string) => void
  onEnded: (words?: string) => void
}

function Decide({ identity, authorization, onSigned, onRefused, onEnded }: DecideProps) {
  const { event, minor, modality, due_at: due } = authorization
  async function sign(signature: Signature) {
    try {
      await api(signAuthorization, { body: { ...identity, ...signature } })
      onSigned()
    } catch (failure) {
      if (!hasEnded(failure)) throw failure
      onEnded(endWords(failure))
    }
  }
  async function refuse() {
    try {
      const { message } = await api(refuseAuthorization, { body: identity })
      onRefused(message ?? 'A inscrição foi cancelada.')
    } catch (failure) {
      if (hasEnded(failure)) return onEnded(endWords(failure))
      showToast('error', failureMessage(failure, 'Não foi possível cancelar. Tente de novo.'))
    }
  }
  return (
    <div className={page.page}>
      <PageHeader
        title={event.title}
        description={`${minor.name} · ${modality} · ${toBrazilianDate(event.race_day)}, às ${event.start_time}. Decida até ${momentWords(due)}.`}
      />
      <div className={page.section}>
        <AuthorizationForm authorization={authorization} heading="h2" send={sign} refuse={refuse} />
      </div>
    </div>
  )
}
