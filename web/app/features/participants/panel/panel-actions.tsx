import { Button } from '@mantine/core'
import { IconCircleX, IconExternalLink, IconPencil, IconSend, IconUserEdit } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type RegistrationPanel, resendRegistrationMail } from '#contract/participant-panel.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { api, failureMessage } from '../../../api.ts'
import { pathTo, REGISTRATION_EDIT_PATH, REGISTRATION_PATH } from '../../../paths.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { CancelDialog } from '../cancel-dialog.tsx'
import { CAME_FROM_HERE } from '../edit/way-back.ts'
import { PARTICIPANTS_KEY } from '../queries.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import classes from './panel.module.css'

interface PanelActionsProps {
  registration: RegistrationPanel
  mayEdit: boolean
  alone: boolean
}

/** What may be done with a registration; the server decides again. */
export function PanelActions({ registration, mayEdit, alone }: PanelActionsProps) {
  const [open, setOpen] = useState<'correct' | 'cancel' | null>(null)
  const { id, status_code, payments, can_cancel } = registration
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
            to={pathTo(REGISTRATION_EDIT_PATH, id)}
            state={CAME_FROM_HERE}
            variant="default"
            icon={IconPencil}
          >
            Editar
          </LinkButton>
          <Button
            variant="default"
            leftSection={<IconUserEdit size={20} aria-hidden />}
            onClick={() => setOpen('correct')}
          >
            Corrigir dados
          </Button>
          {(isPayable || status_code === REGISTRATION_STATUS.confirmed) && (
            <Button
              variant="default"
              leftSection={<IconSend size={20} aria-hidden />}
              loading={resend.isPending}
              onClick={() => resend.mutate()}
            >
              {isPayable ? 'Reenviar link' : 'Reenviar confirmação'}
            </Button>
          )}
          {can_cancel && (
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconCircleX size={20} aria-hidden />}
              onClick={() => setOpen('cancel')}
            >
              Cancelar Inscrição
            </Button>
          )}
        </>
      )}
      {!alone && (
        <LinkButton to={pathTo(REGISTRATION_PATH, id)} variant="subtle" icon={IconExternalLink}>
          Abrir página
        </LinkButton>
      )}
      {open === 'correct' && <CorrectDialog registration={registration} onClose={() => setOpen(null)} />}
      <CancelDialog row={open === 'cancel' ? registration : null} onClose={() => setOpen(null)} />
    </div>
  )
}
