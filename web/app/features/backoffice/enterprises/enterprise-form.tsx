import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import {
  createEnterprise,
  type Enterprise,
  EnterpriseChange,
  updateEnterprise,
} from '#contract/backoffice/enterprises.ts'
import { formatCnpj } from '#contract/documents.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FieldRow, FormSection } from '../../../ui/form-section.tsx'
import { MaskedField } from '../../../ui/masked-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { ConfirmPassword } from '../../account/confirm-password.tsx'
import { ENTERPRISES_KEY } from '../queries.ts'

const FORM_ID = 'empresa'
const FIELDS = ['name', 'cnpj', 'current_password'] as const

interface EnterpriseFormProps {
  /** Null makes a new one. */
  enterprise: Enterprise | null
  back: { to: string } | { onClick: () => void }
  onSaved: (id: number) => void
}

export function EnterpriseForm({ enterprise, back, onSaved }: EnterpriseFormProps) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(EnterpriseChange),
    defaultValues: {
      name: enterprise?.name ?? '',
      cnpj: formatCnpj(enterprise?.cnpj ?? ''),
      current_password: '',
    },
  })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting, dirtyFields } = form.formState

  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { data, message } = enterprise
        ? await api(updateEnterprise, { params: { id: enterprise.id }, body })
        : await api(createEnterprise, { body: { name: body.name, cnpj: body.cnpj } })
      showToast('success', message ?? 'Empresa salva com sucesso!')
      // The view that follows shows what was saved.
      await queries.invalidateQueries({ queryKey: ENTERPRISES_KEY })
      onSaved(data.id)
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao salvar a empresa.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <FormProvider {...form}>
      <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting} className={detail.sections}>
        <FormSection
          title="Empresa"
          description="O nome e o CNPJ aparecem nos relatórios e nos comprovantes."
        >
          <FieldRow columns="3fr 2fr">
            <TextField
              control={form.control}
              name="name"
              label="Nome"
              autoComplete="off"
              required
              withAsterisk={false}
            />
            <MaskedField
              control={form.control}
              name="cnpj"
              mask="cnpj"
              label="CNPJ"
              autoComplete="off"
              required
              withAsterisk={false}
            />
          </FieldRow>
        </FormSection>
        {enterprise && dirtyFields.cnpj && (
          <ConfirmPassword>Outro CNPJ é outra empresa: ele diz quem recebe.</ConfirmPassword>
        )}
      </form>
      <div className={detail.bar}>
        <DetailToolbar save={{ form: FORM_ID, busy: isSubmitting }} back={back} />
      </div>
    </FormProvider>
  )
}
