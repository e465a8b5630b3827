import { Button } from '@mantine/core'
import { IconCalendarPlus, IconCircleX, IconReceipt } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isFreeValue } from '#contract/payment-status.ts'
import {
  cancelMyRegistration,
  getMyRegistrationCalendar,
  type MyRegistration,
} from '#contract/registration.ts'
import { api, apiFile, failureMessage } from '../../api.ts'
import { DownloadButton } from '../../download-button.tsx'
import { MY_EVENTS_PATH, pathTo, RECEIPT_PATH } from '../../paths.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { showToast } from '../../ui/toast.ts'
import classes from './details.module.css'
import { PaymentSection } from './payment-section.tsx'
import { PriceLines } from './price-lines.tsx'
import { REGISTRATIONS_KEY } from './queries.ts'
import { ChoiceSection, PromisesSection } from './registration-details.tsx'
import { RegistrationStatus } from './status.tsx'
import { WithRegistration } from './with-registration.tsx'

export const meta = pageTitle('Inscrição')

/** One registration in full, with the actions it allows. */
export default function MyRegistrationScreen() {
  return (
    <WithRegistration>
      {(registration) => <MyRegistrationDetails registration={registration} />}
    </WithRegistration>
  )
}

function MyRegistrationDetails({ registration }: { registration: MyRegistration }) {
  const { id, event, participant } = registration
  return (
    <>
      <PageHeader
        title={event.title}
        badge={<RegistrationStatus row={registration} />}
        description={`Inscrição de ${participant.name}`}
      />
      <DetailToolbar back={{ to: MY_EVENTS_PATH }}>
        <DownloadButton
          variant="default"
          leftSection={<IconCalendarPlus size={20} aria-hidden />}
          load={() => apiFile(getMyRegistrationCalendar, { params: { id } })}
          fileName="corrida.ics"
          failure="Erro ao gerar o arquivo de calendário."
        >
          Adicionar ao calendário
        </DownloadButton>
        {registration.receipt && (
          <LinkButton to={pathTo(RECEIPT_PATH, id)} variant="default" icon={IconReceipt}>
            Comprovante
          </LinkButton>
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

function CancelButton({ registration: { id, event, participant } }: { registration: MyRegistration }) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api(cancelMyRegistration, { params: { id } }),
    onSuccess: () => showToast('success', 'Inscrição cancelada com sucesso.'),
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao cancelar a inscrição.')),
    onSettled: async () => {
      // Also after a failure: it may have been paid or cancelled elsewhere.
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
          Devolução de <Money value={registration.credit} />: a organização mudou a inscrição para uma opção
          mais barata.
        </p>
      )}
    </section>
  )
}
