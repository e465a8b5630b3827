import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { saveFees } from '#contract/producer.ts'
import { ApiFailure, api, failureMessage } from '../../api.ts'
import detail from '../../ui/detail.module.css'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { showToast } from '../../ui/toast.ts'
import { useServerErrors } from '../../use-server-errors.ts'
import { FeeCard } from './fee-card.tsx'
import { FEES } from './fee-texts.ts'
import { amounts, FEE_FIELDS, type FeeValues, policyOf, FeesForm as Schema } from './fee-values.ts'
import classes from './fees.module.css'
import { KitExample } from './kit-example.tsx'
import { feesQuery } from './queries.ts'
import { useWayBack } from './use-way-back.ts'

const FORM_ID = 'taxas'

interface FeesFormProps {
  saved: FeeValues
  mayEdit: boolean
}

export function FeesForm({ saved, mayEdit }: FeesFormProps) {
  const queries = useQueryClient()
  const wayBack = useWayBack()
  const form = useForm({ resolver: zodResolver(Schema), defaultValues: saved })
  const [, setFailure] = useServerErrors(form, FEE_FIELDS)
  const { isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, defaultValue: saved })
  const values = { ...saved, ...typed }

  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { data } = await api(saveFees, { body })
      showToast('success', 'Taxas salvas com sucesso!')
      queries.setQueryData(feesQuery.queryKey, data)
      form.reset(amounts(data))
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao salvar as taxas.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <FormProvider {...form}>
      <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting} className={classes.fees}>
        {FEES.map((fee) => (
          <FeeCard key={fee.name} fee={fee} example={fee.example(values)} readOnly={!mayEdit} />
        ))}
      </form>
      <KitExample policy={policyOf(values)} />
      <div className={detail.bar}>
        <DetailToolbar
          save={
            mayEdit
              ? { form: FORM_ID, disabled: isSubmitting, label: isSubmitting ? 'Salvando...' : 'Salvar' }
              : undefined
          }
          back={{ to: wayBack }}
        />
      </div>
    </FormProvider>
  )
}
