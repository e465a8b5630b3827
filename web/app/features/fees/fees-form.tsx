import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { ApiFailure, failureMessage } from '../../api.ts'
import detail from '../../ui/detail.module.css'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { showToast } from '../../ui/toast.ts'
import { useServerErrors } from '../../use-server-errors.ts'
import { FeeCard } from './fee-card.tsx'
import { boundWords, FEES } from './fee-texts.ts'
import { amounts, FEE_FIELDS, type Fees, type FeeValues, policyOf, FeesForm as Schema } from './fee-values.ts'
import classes from './fees.module.css'
import { KitExample } from './kit-example.tsx'

const FORM_ID = 'taxas'

interface FeesFormProps {
  saved: Fees
  /** The enterprise's, which an organizer's lie within. */
  bounds: Fees | null
  mayEdit: boolean
  /** Answers what counts now. */
  onSave: (fees: FeeValues) => Promise<Fees>
  backTo: string
}

export function FeesForm({ saved, bounds, mayEdit, onSave, backTo }: FeesFormProps) {
  const defaultValues = amounts(saved)
  const form = useForm({ resolver: zodResolver(Schema), defaultValues })
  const [, setFailure] = useServerErrors(form, FEE_FIELDS)
  const { isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, defaultValue: defaultValues })
  const values = { ...defaultValues, ...typed }

  const submit = form.handleSubmit(async (fees) => {
    setFailure(null)
    try {
      const counting = await onSave(fees)
      showToast('success', 'Taxas salvas com sucesso!')
      form.reset(amounts(counting))
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao salvar as taxas.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })

  return (
    <FormProvider {...form}>
      <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting}>
        <div className={classes.fees}>
          {FEES.map((fee) => (
            <FeeCard
              key={fee.name}
              fee={fee}
              example={fee.example(values)}
              bound={bounds && boundWords(fee, bounds)}
              readOnly={!mayEdit}
            />
          ))}
        </div>
        <KitExample policy={policyOf(values)} />
      </form>
      <div className={detail.bar}>
        <DetailToolbar
          save={
            mayEdit
              ? { form: FORM_ID, disabled: isSubmitting, label: isSubmitting ? 'Salvando...' : 'Salvar' }
              : undefined
          }
          back={{ to: backTo }}
        />
      </div>
    </FormProvider>
  )
}
