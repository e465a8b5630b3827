import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MetaFunction, useSearchParams } from 'react-router'
import { readTransfer, readTransferOffer } from '#contract/my-registrations/transfer.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { QueryProvider } from '#web/api/query-provider.tsx'
import classes from '#web/features/account/login/auth.module.css'
import { AuthPage } from '#web/features/account/login/auth-page.tsx'
import { LinkOutcome } from '#web/features/account/login/link-outcome.tsx'
import form from '#web/features/people/confirmation/confirm-form.module.css'
import { HOME_PATH, LOGIN_PATH, MY_REGISTRATION_PATH, pathTo, TRANSFER_PATH } from '#web/paths.ts'
import { loginState } from '#web/session/return-path.ts'
import { useSession } from '#web/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ReceiveForm } from './receive-form.tsx'
import { type OfferForOther, RunnerChoice } from './runner-choice.tsx'

// Who has the URL may accept: it must not reach other sites as a referrer, nor a search index.
export const meta: MetaFunction = () => [
  { title: 'Receber uma inscrição · Largada' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

const TITLE = 'Receber uma inscrição'

export default function ReceiveScreen() {
  const [search] = useSearchParams()
  const session = useSession()
  const token = search.get('token') ?? ''
  if (!useHydrated()) return <Loading />
  return (
    <QueryProvider key={`${token} ${session?.user.id}`}>
      {session ? <Offered token={token} /> : <Preview token={token} />}
    </QueryProvider>
  )
}

const Loading = () => (
  <AuthPage title={TITLE}>
    <Skeleton height={24} width="70%" />
  </AuthPage>
)

/** What a guest sees before logging in. */
function Preview({ token }: { token: string }) {
  const { data, ...state } = useQuery({
    queryKey: ['transfer', token],
    queryFn: async ({ signal }) => (await api(readTransfer, { body: { token }, signal })).data,
    retry: false,
  })
  if (!data) return <Waiting {...state} />
  const back = loginState({ pathname: TRANSFER_PATH, search: `?token=${token}`, state: null })
  return (
    <AuthPage
      title={data.event.title}
      description={
        <>
          {data.from} passa para você a inscrição em <strong>{data.modality}</strong> ({data.category},{' '}
          {data.product}), no dia {data.event.date_event}.
        </>
      }
    >
      <div className={classes.ways}>
        <LinkButton to={LOGIN_PATH} state={back} size="lg">
          Entrar para receber
        </LinkButton>
      </div>
      <p>Ainda não tem conta? Cadastre-se e abra este link de novo.</p>
    </AuthPage>
  )
}

function Offered({ token }: { token: string }) {
  const [received, setReceived] = useState<number | null>(null)
  const [isOther, setIsOther] = useState(false)
  const [other, setOther] = useState<OfferForOther | null>(null)
  const { data, ...state } = useQuery({
    queryKey: ['transfer', token, 'offer'],
    queryFn: async ({ signal }) => (await api(readTransferOffer, { body: { token }, signal })).data,
    retry: false,
  })
  if (received !== null)
    return (
      <LinkOutcome
        title="A inscrição agora é sua"
        words="Enviamos a confirmação por e-mail. Na página da inscrição estão o comprovante e o que ainda falta."
        next={{ to: pathTo(MY_REGISTRATION_PATH, received), label: 'Ver a minha inscrição' }}
      />
    )
  if (!data) return <Waiting {...state} />
  const { event, from } = data
  const offer = isOther ? other?.offer : data
  return (
    <div className={form.page}>
      <PageHeader
        title={event.title}
        description={`${from} passa esta inscrição para você. A corrida é no dia ${event.date_event}, às ${event.start_time}.`}
      />
      {data.payment_link === null && (
        <RunnerChoice token={token} isOther={isOther} onSwitch={setIsOther} onOffer={setOther} />
      )}
      {offer && (
        <ReceiveForm
          key={isOther ? other?.runner.cpf : 'own'}
          token={token}
          offer={offer}
          runner={isOther && other ? other.runner : null}
          onReceived={setReceived}
        />
      )}
    </div>
  )
}

interface WaitingProps {
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
}

function Waiting({ error, isFetching, refetch }: WaitingProps) {
  if (!error) return <Loading />
  if (error instanceof ApiFailure && (error.status === 400 || error.status === 422))
    return (
      <LinkOutcome
        title={TITLE}
        words="Este link já foi usado, foi trocado por outro ou passou do prazo. Peça outro a quem enviou."
        next={{ to: HOME_PATH, label: 'Ver as corridas' }}
      />
    )
  return (
    <ErrorState
      message={failureMessage(error, 'Erro ao consultar o registro.')}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
