import {
  IconCircleX,
  IconExternalLink,
  IconPencil,
  IconSend,
  IconSwitchHorizontal,
  IconUserEdit,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type RegistrationRecord, resendRegistrationMail } from '#contract/participants/panel.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { api, failureMessage } from '#web/api/api.ts'
import { CAME_FROM_HERE } from '#web/navigation/use-back-target.ts'
import { pathTo, REGISTRATION_EDIT_PATH, REGISTRATION_PATH } from '#web/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { CancelDialog } from '../cancel-dialog.tsx'
import { PARTICIPANTS_KEY } from '../queries.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import classes from './panel.module.css'
import { TransferDialog } from './transfer-dialog.tsx'

interface PanelActionsProps {
  registration: RegistrationRecord
  mayEdit: boolean
  alone: boolean
}

export function PanelActions({ registration, mayEdit, alone }: PanelActionsProps) {
  const [open, setOpen] = useState<'correct' | 'cancel' | 'transfer' | null>(null)
  const { id, status_code, payments, can_cancel, has_transfers } = registration
  const queries = useQueryClient()
  const resend = useMutation({
    mutationFn: () => api(resendRegistrationMail, { params: { id } }),
    onSuccess: ({ message }) => {
      showToast('success', message ?? 'Mensagem enviada.')
      return queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY })
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao enviar a mensagem.')),
  })
  const isPayable = payments.some(
    ({ is_open, status_code: code }) => is_open && code !== PAYMENT_STATUS.awaiting,
  )
  const isActive = status_code !== REGISTRATION_STATUS.cancelled
  return (
    <div className={classes.actions}>
      {mayEdit && isActive && (
        <>
          <LinkButton
            data-edit=""
            to={pathTo(REGISTRATION_EDIT_PATH, id)}
            state={CAME_FROM_HERE}
            variant="default"
            icon={IconPencil}
          >
            Editar
          </LinkButton>
          <TextButton variant="default" icon={IconUserEdit} onClick={() => setOpen('correct')}>
            Corrigir dados
          </TextButton>
          {(isPayable || status_code === REGISTRATION_STATUS.confirmed) && (
            <TextButton
              variant="default"
              icon={IconSend}
              loading={resend.isPending}
              onClick={() => resend.mutate()}
            >
              {isPayable ? 'Reenviar link' : 'Reenviar confirmação'}
            </TextButton>
          )}
          {has_transfers && status_code === REGISTRATION_STATUS.confirmed && (
            <TextButton variant="default" icon={IconSwitchHorizontal} onClick={() => setOpen('transfer')}>
              Transferir para outra pessoa
            </TextButton>
          )}
          {can_cancel && (
            <TextButton variant="subtle" color="red" icon={IconCircleX} onClick={() => setOpen('cancel')}>
              Cancelar Inscrição
            </TextButton>
          )}
        </>
      )}
      {!alone && (
        <LinkButton to={pathTo(REGISTRATION_PATH, id)} variant="subtle" icon={IconExternalLink}>
          Abrir página
        </LinkButton>
      )}
      {open === 'correct' && <CorrectDialog registration={registration} onClose={() => setOpen(null)} />}
      {open === 'transfer' && <TransferDialog registration={registration} onClose={() => setOpen(null)} />}
      <CancelDialog row={open === 'cancel' ? registration : null} onClose={() => setOpen(null)} />
    </div>
  )
}
