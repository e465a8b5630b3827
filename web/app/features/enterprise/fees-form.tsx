import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { ApiFailure, failureMessage } from '../../api.ts'
import detail from '../../ui/detail.module.css'
import { DetailToolbar } from '../../ui/detail-toolbar.tsx'
import { showToast } from '../../ui/toast.ts'
import { useServerErrors } from '../../use-server-errors.ts'
import { ConfirmPassword } from '../account/confirm-password.tsx'
import { FeeCard } from './fee-card.tsx'
import { boundWords, FEES } from './fee-texts.ts'
import {
  amounts,
  FEE_FIELDS,
  type Fees,
  type FeesFormValues,
  policyOf,
  FeesForm as Schema,
} from './fee-values.ts'
import classes from './fees.module.css'
import { KitExample } from './kit-example.tsx'

const FORM_ID = 'taxas'
const FIELDS = [...FEE_FIELDS, 'current_password'] as const

interface FeesFormProps {
  saved: Fees
  /** The enterprise's, which an organizer's lie within. */
  bounds: Fees | null
  /** Whose fees are everybody's confirms with the password. */
  withPassword: boolean
  mayEdit: boolean
  /** Answers what counts now. */
  onSave: (fees: FeesFormValues) => Promise<Fees>
  backTo: string
}

export function FeesForm({ saved, bounds, withPassword, mayEdit, onSave, backTo }: FeesFormProps) {
  const defaultValues = { ...amounts(saved), current_password: '' }
  const form = useForm({ resolver: zodResolver(Schema), defaultValues })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, defaultValue: defaultValues })
  const values = { ...defaultValues, ...typed }

  const submit = form.handleSubmit(async (fees) => {
    setFailure(null)
    try {
      const counting = await onSave(fees)
      showToast('success', 'Taxas salvas com sucesso!')
      form.reset({ ...amounts(counting), current_password: '' })
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
        {mayEdit && withPassword && (
          <ConfirmPassword className={classes.confirm}>
            Estas taxas valem para todos os organizadores da empresa.
          </ConfirmPassword>
        )}
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
