import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { inviteToTransferAsStaff, type RegistrationRecord } from '#contract/participants/panel.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { Invite } from '#web/features/people/confirmation/invitation.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PARTICIPANTS_KEY } from '../queries.ts'
import classes from './panel.module.css'

interface TransferDialogProps {
  registration: RegistrationRecord
  onClose: () => void
}

/** Offers the registration to another runner, by e-mail or by a link to copy. */
export function TransferDialog({ registration: { id, participant }, onClose }: TransferDialogProps) {
  const [email, setEmail] = useState('')
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY })
  const send = useMutation({
    mutationFn: () => api(inviteToTransferAsStaff, { params: { id }, body: { email } }),
    onSuccess: ({ message }) => {
      showToast('success', message ?? 'Convite enviado por e-mail.')
      onClose()
      return reload()
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao enviar o convite.')),
  })
  const createLink = async () => {
    const { data } = await api(inviteToTransferAsStaff, { params: { id }, body: { email: null } })
    if (!data) throw new Error('without an address the link is returned')
    await reload()
    return data
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <Dialog opened onClose={onClose} title="Transferir para outra pessoa">
      <DialogForm confirmLabel="Enviar convite" busy={send.isPending} onSubmit={submit} onClose={onClose}>
        <p className={classes.minor}>
          Quem receber o convite entra na própria conta, aceita os termos e paga a diferença, se houver. Até
          lá, a inscrição continua de {participant.name}. Avisamos por e-mail.
        </p>
        <TextInput
          label="E-mail de quem vai receber"
          type="email"
          required
          value={email}
          error={send.error instanceof ApiFailure ? send.error.errorOf('email') : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </DialogForm>
      <div className={classes.otherWay}>
        <Invite label="Criar link para copiar" invite={createLink} note="Só o último convite vale." />
      </div>
    </Dialog>
  )
}
