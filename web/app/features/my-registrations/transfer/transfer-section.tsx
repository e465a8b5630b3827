import { IconArrowBackUp, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDecimal } from '#contract/money.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { inviteToTransfer, withdrawTransfer } from '#contract/my-registrations/transfer.ts'
import { isFreeValue } from '#contract/payment/payment-status.ts'
import { api } from '#web/api/api.ts'
import { Invite } from '#web/features/people/confirmation/invitation.tsx'
import classes from '#web/features/registration/details.module.css'
import { useRegistrationChange } from '#web/features/registration/use-registration-change.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { TextButton } from '#web/ui/text-button.tsx'

interface TransferSectionProps {
  registration: MyRegistration
  transfer: NonNullable<MyRegistration['transfer']>
}

/** Inviting somebody to take the registration over, or the invitation that is open. */
export function TransferSection({ registration: { id, team }, transfer }: TransferSectionProps) {
  const [open, setOpen] = useState(false)
  const { pending, problem, until, fee } = transfer
  const invite = async () => (await api(inviteToTransfer, { params: { id } })).data
  if (!pending && !open)
    return problem ? null : (
      <TextButton variant="default" fullWidth mt="md" icon={IconSend} onClick={() => setOpen(true)}>
        {team?.is_captain ? 'Trocar este integrante' : 'Transferir para outra pessoa'}
      </TextButton>
    )
  return (
    <section className={classes.section} aria-labelledby="transfer-title">
      <h2 id="transfer-title">Transferência</h2>
      <div className={classes.choice}>
        {pending ? (
          <p>
            {pending.state === 'invited'
              ? `O convite vale até ${momentWords(pending.until)}. Até alguém aceitar, a inscrição continua sua.`
              : `O convite foi aceito e espera o pagamento até ${momentWords(pending.until)}. Até lá, a inscrição continua sua.`}
          </p>
        ) : (
          <p>
            Envie o link a quem vai correr no seu lugar. A pessoa entra na própria conta, aceita os termos e
            paga{' '}
            {isFreeValue(fee)
              ? 'a diferença, se houver'
              : `a taxa de ${formatDecimal(fee)} e a diferença, se houver`}
            . Você pode transferir até {until}.
          </p>
        )}
        {pending?.state !== 'accepted' && (
          <Invite
            label={pending ? 'Criar outro link' : 'Criar link'}
            invite={invite}
            note="Só o último link vale. O que for devolvido vai para quem pagou."
          />
        )}
        {pending && <WithdrawButton id={id} />}
      </div>
    </section>
  )
}

function WithdrawButton({ id }: { id: number }) {
  const [open, setOpen] = useState(false)
  const withdraw = useRegistrationChange({
    change: () => api(withdrawTransfer, { params: { id } }),
    done: 'Você desistiu da transferência.',
    failure: 'Erro ao desistir da transferência.',
    onSettled: () => setOpen(false),
  })
  return (
    <>
      <TextButton variant="subtle" fullWidth icon={IconArrowBackUp} onClick={() => setOpen(true)}>
        Desistir da transferência
      </TextButton>
      <ConfirmDialog
        open={open}
        title="Desistir da transferência?"
        confirmLabel="Sim, desistir"
        cancelLabel="Voltar"
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>
          A inscrição continua sua e o link deixa de valer. Quem já pagou por ela recebe o valor de volta.
        </p>
      </ConfirmDialog>
    </>
  )
}
