import { Button } from '@mantine/core'
import { IconCalendarPlus, IconCircleX, IconReceipt } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { isFreeValue } from '#contract/payment-status.ts'
import {
  cancelMyRegistration,
  getMyRegistrationCalendar,
  type MyRegistration,
} from '#contract/registration.ts'
import { api, apiFile, failureMessage } from '../../api.ts'
import { MY_EVENTS_PATH, pathTo, RECEIPT_PATH } from '../../paths.ts'
import { recordFailure } from '../../query-failure.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { saveFile } from '../../ui/save-file.ts'
import { showToast } from '../../ui/toast.ts'
import { useIdParam } from '../../use-id-param.ts'
import classes from './details.module.css'
import { PaymentSection } from './payment-section.tsx'
import { PriceLines } from './price-lines.tsx'
import { REGISTRATIONS_KEY, registrationQuery } from './queries.ts'
import { ChoiceSection, PromisesSection } from './registration-details.tsx'
import { RegistrationStatus } from './status.tsx'
import { DetailsSkeleton, isMissing, RegistrationMissing } from './with-registration.tsx'

export const meta = pageTitle('Inscrição')

/** Everything about one registration, and what can still be done with it. */
export default function MyRegistrationScreen() {
  const id = useIdParam() ?? 0
  const query = useQuery(registrationQuery(id))
  const { data: registration, error } = query
  const failure = recordFailure(query)
  if (!registration) {
    if (!failure) return <DetailsSkeleton />
    if (error && isMissing(error)) return <RegistrationMissing />
    return <ErrorState {...failure} />
  }
  const { event, participant } = registration
  return (
    <>
      <PageHeader
        title={event.title}
        badge={<RegistrationStatus row={registration} />}
        description={`Inscrição de ${participant.name}`}
      />
      <DetailToolbar back={{ to: MY_EVENTS_PATH }}>
        <CalendarButton id={id} />
        {registration.receipt && (
          <Button
            component={Link}
            to={pathTo(RECEIPT_PATH, id)}
            variant="default"
            leftSection={<IconReceipt size={20} aria-hidden />}
          >
            Comprovante
          </Button>
        )}
        {registration.can_cancel && <CancelButton registration={registration} />}
      </DetailToolbar>
      <div className={classes.columns}>
        <div className={classes.column}>
          <ChoiceSection registration={registration} />
          <PromisesSection registration={registration} />
        </div>
        <div className={classes.column}>
          <PriceSection registration={registration} />
          <PaymentSection registration={registration} />
        </div>
      </div>
    </>
  )
}

/** The race as a calendar entry (.ics). */
function CalendarButton({ id }: { id: number }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await apiFile(getMyRegistrationCalendar, { params: { id } }), 'corrida.ics')
    } catch (failure) {
      showToast('error', failureMessage(failure, 'Erro ao gerar o arquivo de calendário.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={20} aria-hidden />}
      loading={busy}
      onClick={download}
    >
      Adicionar ao calendário
    </Button>
  )
}

function CancelButton({ registration: { id, event, participant } }: { registration: MyRegistration }) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api(cancelMyRegistration, { params: { id } }),
    onSuccess: () => showToast('success', 'Inscrição cancelada com sucesso.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao cancelar a inscrição.')),
    onSettled: async () => {
      // It may have been paid or cancelled elsewhere: what the screen shows next is what is.
      await queries.invalidateQueries({ queryKey: REGISTRATIONS_KEY })
      setOpen(false)
    },
  })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconCircleX size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Cancelar inscrição
      </Button>
      <ConfirmDialog
        open={open}
        danger
        title="Cancelar esta inscrição?"
        confirmLabel="Sim, cancelar"
        cancelLabel="Manter inscrição"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate()}
        onClose={() => setOpen(false)}
      >
        A vaga de {participant.name} em {event.title} fica livre para outra pessoa na mesma hora. Isso não
        pode ser desfeito.
      </ConfirmDialog>
    </>
  )
}

function PriceSection({ registration }: { registration: MyRegistration }) {
  return (
    <section className={classes.section} aria-labelledby="price-title">
      <h2 id="price-title">Valor</h2>
      <PriceLines lines={registration.lines} total={registration.value} />
      {!isFreeValue(registration.credit) && (
        <p className={classes.credit}>
          Você tem um crédito de <Money value={registration.credit} />: a organização mudou a inscrição para
          uma opção mais barata. Combine a devolução com ela.
        </p>
      )}
    </section>
  )
}
