import { zodResolver } from '@hookform/resolvers/zod'
import { Checkbox } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type AccountDetail, CpfChange, changeCpf } from '#contract/backoffice/accounts.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ACCOUNTS_KEY } from '../queries.ts'

/** Gives a CPF to an account after a document was checked, also one that another account has. */
export function ChangeCpfButton({ account }: { account: AccountDetail }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <TextButton variant="default" icon={IconId} onClick={() => setOpen(true)}>
        Corrigir CPF
      </TextButton>
      <Dialog opened={open} onClose={close} title={`Corrigir o CPF de ${account.name}`}>
        <ChangeCpfForm id={account.id} onClose={close} />
      </Dialog>
    </>
  )
}

function ChangeCpfForm({ id, onClose }: { id: number; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(CpfChange),
    defaultValues: { cpf: '', reason: '', document_checked: false },
  })
  const { control, register, formState } = form
  const submit = useSubmit(form, {
    fields: ['cpf', 'reason', 'document_checked'],
    failure: 'Erro ao corrigir o CPF.',
    async send(body) {
      const { message } = await api(changeCpf, { params: { id }, body })
      showToast('success', message ?? 'CPF corrigido.')
      onClose()
      await queries.invalidateQueries({ queryKey: ACCOUNTS_KEY })
    },
  })
  return (
    <DialogForm
      onSubmit={submit}
      onClose={onClose}
      busy={formState.isSubmitting}
      confirmLabel="Corrigir"
      danger
    >
      <p>
        Para quem provou que o CPF é seu. Se outra conta tem este CPF, ela o perde; as duas pessoas são
        avisadas por e-mail, e as inscrições já feitas não mudam. Sem CPF, esta conta perde o que tem, e o
        dono pode se cadastrar.
      </p>
      <MaskedField
        control={control}
        name="cpf"
        mask="cpf"
        label="CPF certo (vazio: só retirar)"
        data-autofocus
      />
      <TextareaField control={control} name="reason" label="Motivo, que fica na auditoria" maxLength={500} />
      <Checkbox
        {...register('document_checked')}
        label="Conferi um documento com foto de quem pede"
        error={formState.errors.document_checked?.message}
      />
    </DialogForm>
  )
}
