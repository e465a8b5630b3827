import { Skeleton } from '@mantine/core'
import { IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { formatCpf } from '#contract/documents.ts'
import type { EditableRegistration } from '#contract/participants/edit.ts'
import { isFreeValue, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPES } from '#contract/payment/payment-types.ts'
import { ApiFailure } from '#web/api/api.ts'
import { PaymentStatus, RegistrationStatus } from '#web/features/registration/status.tsx'
import { useBackTarget } from '#web/navigation/use-back-target.ts'
import { useIdParam } from '#web/navigation/use-id-param.ts'
import { EVENTS_PATH, MY_EVENTS_PATH } from '#web/paths.ts'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Frame } from '#web/ui/frame.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { showToast } from '#web/ui/toast.ts'
import { editableQuery } from '../queries.ts'
import classes from './edit.module.css'
import { EditForm } from './edit-form.tsx'
import { RefundsPanel } from './refunds-panel.tsx'

const NOT_LOADED = 'Erro ao carregar dados do registro ou registro não encontrado.'

export const meta = pageTitle('Editar Inscrição')

/** 'Editar Inscrição de: …'. The id is null when the path contains no number. */
export default function RegistrationEditScreen() {
  const id = useIdParam()
  return id === null ? <NotLoaded /> : <RegistrationEdit id={id} />
}

function RegistrationEdit({ id }: { id: number }) {
  const query = useQuery(editableQuery(id))
  const navigate = useNavigate()
  const refused = query.error instanceof ApiFailure && query.error.status > 0
  useEffect(() => {
    if (!refused) return
    // The specification's message for a registration that the server refuses.
    showToast('error', 'Erro ao consultar o registro.', { onNextPage: true })
    navigate(MY_EVENTS_PATH, { replace: true })
  }, [refused, navigate])

  const { data } = query
  if (data)
    return (
      <>
        <PageHeader
          title={`Editar Inscrição de: ${data.participant.name}`}
          description={data.event.title}
          tab={`Editar ${data.participant.name}`}
          badge={<RegistrationStatus row={data} />}
        >
          <WayBack eventId={data.event.id} />
        </PageHeader>
        <div className={classes.panels}>
          <CurrentDetails registration={data} />
          {data.status_code === REGISTRATION_STATUS.cancelled ? (
            <Cancelled />
          ) : (
            <EditForm key={data.version} registration={data} />
          )}
          <RefundsPanel registration={data} />
        </div>
      </>
    )
  // Without a connection the page stays and loading can be retried.
  return query.isError && !refused ? (
    <NotLoaded onRetry={() => query.refetch()} busy={query.isFetching} />
  ) : (
    <EditSkeleton />
  )
}

function WayBack({ eventId }: { eventId: number }) {
  const back = useBackTarget(eventId)
  return back && <DetailToolbar back={back} />
}

function Cancelled() {
  return (
    <section className={classes.panel}>
      <EmptyState
        title="Uma inscrição cancelada não pode ser editada."
        description="A vaga já foi liberada. Para participar, é preciso fazer uma nova inscrição."
        icon={<IconCircleX size={28} />}
      >
        <LinkButton to={EVENTS_PATH} variant="default">
          Ver eventos
        </LinkButton>
      </EmptyState>
    </section>
  )
}

interface NotLoadedProps {
  onRetry?: () => void
  busy?: boolean
}

function NotLoaded(retry: NotLoadedProps) {
  return (
    <>
      <PageHeader title="Editar Inscrição" />
      <Frame>
        <ErrorState message={NOT_LOADED} {...retry} />
      </Frame>
    </>
  )
}

function CurrentDetails({ registration }: { registration: EditableRegistration }) {
  const { participant, category, products, payment, value, paid, credit, coupon } = registration
  const [product] = products
  const total = isFreeValue(value) ? 'Gratuito' : <Money value={value} />
  const status = payment && <PaymentStatus payment={payment} />
  const alreadyPaid = isFreeValue(paid) ? null : <Money value={paid} />
  const leftOver = isFreeValue(credit) ? null : <Money value={credit} />
  return (
    <section className={classes.panel} aria-labelledby="current-details">
      <h2 id="current-details">Detalhes Atuais</h2>
      <Facts
        facts={[
          ['Participante', participant.name],
          ['CPF', formatCpf(participant.cpf)],
          ['Email', participant.emailResponsible, 'wide'],
          ['Modalidade', category.modality],
          ['Categoria', category.name],
          ['Produto', product?.name],
          ['Tamanho da camisa', product?.shirt_size],
          ['Cupom', coupon],
          ['Valor', total],
          ['Forma de pagamento', payment ? PAYMENT_TYPES[payment.type] : null],
          ['Pagamento', status],
          ['Já pago', alreadyPaid],
          ['Crédito', leftOver],
        ]}
      />
    </section>
  )
}

const LINES = ['Modalidade', 'Categoria', 'Produto', 'Tamanho', 'Pagamento']

function EditSkeleton() {
  return (
    <div aria-busy="true">
      <PageHeader title="Editar Inscrição" description="Carregando dados do registro..." />
      <div className={classes.panels} aria-hidden>
        {['Detalhes Atuais', 'Nova Seleção'].map((title) => (
          <div key={title} className={classes.panel}>
            <Skeleton height={24} width="40%" mb="lg" />
            {LINES.map((line) => (
              <Skeleton key={line} height={44} mb="md" />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
