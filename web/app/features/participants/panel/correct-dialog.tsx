import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { correctPerson, type RegistrationRecord } from '#contract/participants/panel.ts'
import { DialogForm } from '#web/actions/dialog-form.tsx'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { BirthInput } from '#web/ui/birth-input.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PARTICIPANTS_KEY, panelQuery } from '../queries.ts'
import classes from './panel.module.css'

interface CorrectDialogProps {
  registration: RegistrationRecord
  onClose: () => void
}

/** Corrects the participant's personal data. The reason is stored in the history and sent to the buyer. */
export function CorrectDialog({ registration: { id, participant, person }, onClose }: CorrectDialogProps) {
  const [form, setForm] = useState({
    name: participant.name,
    birth_date: person.birth_date,
    sex: String(person.sex),
    reason: '',
  })
  const queries = useQueryClient()
  const correct = useMutation({
    mutationFn: () => api(correctPerson, { params: { id }, body: form }),
    onSuccess: ({ data, message }) => {
      queries.setQueryData(panelQuery(id).queryKey, data)
      showToast('success', message ?? 'Dados corrigidos.')
      onClose()
      return queries.invalidateQueries({ queryKey: PARTICIPANTS_KEY })
    },
    onError: (failure) => showToast('error', failureMessage(failure, 'Erro ao corrigir os dados.')),
  })
  const errorOf = (name: string) =>
    correct.error instanceof ApiFailure ? correct.error.errorOf(name) : undefined
  const set = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    correct.mutate()
  }
  return (
    <Dialog opened onClose={onClose} title="Corrigir dados">
      <DialogForm confirmLabel="Corrigir" busy={correct.isPending} onSubmit={submit} onClose={onClose}>
        <p className={classes.minor}>
          Quem fez a inscrição recebe um e-mail com o motivo. O CPF não muda: para outra pessoa, cancele e
          inscreva de novo.
        </p>
        <TextInput
          label="Nome"
          value={form.name}
          error={errorOf('name')}
          onChange={(event) => set('name')(event.currentTarget.value)}
        />
        <BirthInput
          label="Data de nascimento"
          value={form.birth_date}
          error={errorOf('birth_date')}
          onChange={set('birth_date')}
        />
        <NativeSelect
          label="Sexo"
          value={form.sex}
          error={errorOf('sex')}
          onChange={(event) => set('sex')(event.currentTarget.value)}
          data={[
            { value: '0', label: 'Masculino' },
            { value: '1', label: 'Feminino' },
          ]}
        />
        <Textarea
          label="Motivo"
          required
          minRows={2}
          maxLength={300}
          value={form.reason}
          error={errorOf('reason')}
          onChange={(event) => set('reason')(event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
