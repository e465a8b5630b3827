import { IconArrowBackUp, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { withdrawMyChange } from '#contract/my-registrations/change.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { isLinkUsable, isOpen } from '#contract/payment/payment-status.ts'
import { api } from '#web/api/api.ts'
import { ChosenChange } from '#web/features/registration/change-list.tsx'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { Money } from '#web/ui/money.tsx'
import { AnchorButton, TextButton } from '#web/ui/text-button.tsx'

interface PendingChangeProps {
  registration: MyRegistration
  change: NonNullable<MyRegistration['pending_change']>
}

/** The change that waits for the payment of its difference. */
export function PendingChange({ registration, change }: PendingChangeProps) {
  const payment = registration.payments.find(({ status_code }) => isOpen(status_code))
  return (
    <section className={classes.section} aria-labelledby="change-title">
      <h2 id="change-title">Alteração à espera do pagamento</h2>
      <div className={classes.choice}>
        <p>
          A nova vaga está guardada
          {payment && (
            <>
              {' '}
              até {payment.expires_at ? momentWords(payment.expires_at) : payment.due_date}. Falta pagar{' '}
              <Money value={payment.value} />
            </>
          )}
          . Até lá, a sua inscrição continua como está.
        </p>
        <ChosenChange change={change} />
        {payment?.payment_link && isLinkUsable(payment.payment_link, payment.status) && (
          <AnchorButton
            href={payment.payment_link}
            target="_blank"
            rel="noopener"
            fullWidth
            rightSection={<IconExternalLink size={20} aria-hidden />}
          >
            Pagar a diferença
          </AnchorButton>
        )}
        <WithdrawButton id={registration.id} />
      </div>
    </section>
  )
}

function WithdrawButton({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  const withdraw = useRegistrationChange({
    change: () => api(withdrawMyChange, { params: { id } }),
    done: 'Você desistiu da alteração.',
    failure: 'Erro ao desistir da alteração.',
    onSettled: () => setOpen(false),
  })
  return (
    <>
      <TextButton variant="subtle" fullWidth icon={IconArrowBackUp} onClick={() => setOpen(true)}>
        Desistir da alteração
      </TextButton>
      <ConfirmDialog
        open={open}
        title="Desistir da alteração?"
        confirmLabel="Sim, desistir"
        cancelLabel="Voltar"
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>
          A sua inscrição continua como está, e a nova vaga fica livre para outra pessoa. Se você já pagou a
          diferença, ela é devolvida.
        </p>
      </ConfirmDialog>
    </>
  )
}
