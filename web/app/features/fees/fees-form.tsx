import { zodResolver } from '@hookform/resolvers/zod'
import { IconBulb } from '@tabler/icons-react'
import { useState } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { formatCents, toCents } from '#contract/money.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { FormBar } from '#web/ui/form-bar.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { MaskedInput } from '#web/ui/masked-input.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useUnsaved } from '#web/ui/unsaved-forms.tsx'
import { feeRange } from './fee-range.ts'
import { boundWords, FEES, type FeeText } from './fee-texts.ts'
import {
  amounts,
  FEE_FIELDS,
  type Fees,
  type FeeValues,
  feesSchema,
  policyOf,
  withinBounds,
} from './fee-values.ts'
import classes from './fees.module.css'
import { isChanged } from './is-changed.ts'

const FORM_ID = 'taxas'

interface FeesFormProps {
  saved: Fees
  /** The enterprise's policy, which limits the organizer's; null when there is none. */
  bounds: Fees | null
  mayEdit: boolean
  onSave: (fees: FeeValues) => Promise<Fees>
  backTo: string
}

export function FeesForm({ saved, bounds, mayEdit, onSave, backTo }: FeesFormProps) {
  const defaultValues = amounts(saved)
  const form = useForm({ resolver: zodResolver(feesSchema(bounds)), defaultValues })
  const { isSubmitting } = form.formState
  const typed = useWatch({ control: form.control, defaultValue: defaultValues })
  const values = { ...defaultValues, ...typed }
  useUnsaved(isChanged(defaultValues, values))
  const counting = withinBounds(values, bounds)

  const submit = useSubmit(form, {
    fields: FEE_FIELDS,
    failure: 'Erro ao salvar as taxas.',
    send: async (fees) => {
      const stored = await onSave(fees)
      showToast('success', 'Taxas salvas com sucesso!')
      form.reset(amounts(stored))
    },
  })

  return (
    <FormProvider {...form}>
      <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting}>
        <div className={classes.fees}>
          {FEES.map((fee) => (
            <FeeCard
              key={fee.name}
              fee={fee}
              example={fee.example(counting)}
              bound={bounds && boundWords(fee, bounds)}
              readOnly={!mayEdit}
            />
          ))}
        </div>
        <KitExample policy={policyOf(counting)} />
      </form>
      <FormBar>
        <DetailToolbar
          save={
            mayEdit
              ? { form: FORM_ID, disabled: isSubmitting, label: isSubmitting ? 'Salvando...' : 'Salvar' }
              : undefined
          }
          back={{ to: backTo }}
        />
      </FormBar>
    </FormProvider>
  )
}

const LOCKED = { readOnly: true, variant: 'filled' } as const

interface FeeCardProps {
  fee: FeeText
  example: string
  bound: string | null
  readOnly: boolean
}

function FeeCard({ fee, example, bound, readOnly }: FeeCardProps) {
  const { control } = useFormContext<FeeValues>()
  return (
    <div className={classes.fee}>
      <MaskedField
        control={control}
        name={fee.name}
        mask={fee.mask}
        label={fee.label}
        description={bound ? `${fee.help} ${bound}` : fee.help}
        {...(readOnly && LOCKED)}
        autoComplete="off"
        className={classes.field}
      />
      <p className={classes.example}>
        <IconBulb size={20} aria-hidden />
        <span>{example}</span>
      </p>
    </div>
  )
}

/** Calculates the fee of an example kit with the typed amounts. */
function KitExample({ policy }: { policy: FeePolicy }) {
  const [value, setValue] = useState('100.00')
  const cents = toCents(value) ?? 0
  return (
    <section className={classes.trial} aria-labelledby="exemplo">
      <div>
        <h2 id="exemplo">Experimente com um kit</h2>
        <p>Nada daqui é salvo: serve para conferir os valores acima antes de salvar.</p>
      </div>
      <MaskedInput mask="money" label="Valor do kit" value={value} onChange={setValue} autoComplete="off" />
      <p role="status" className={classes.result}>
        {inWords(cents, policy)}
      </p>
    </section>
  )
}

function inWords(cents: number, policy: FeePolicy) {
  const { least, most } = feeRange(cents, policy)
  if (most === null) {
    return (
      <>
        Kit gratuito: taxa a partir de <strong>{formatCents(least)}</strong>
      </>
    )
  }
  if (least === most) {
    return (
      <>
        A taxa deste kit só pode ser de <strong>{formatCents(least)}</strong>
      </>
    )
  }
  return (
    <>
      A taxa deste kit pode ir de <strong>{formatCents(least)}</strong> a <strong>{formatCents(most)}</strong>
    </>
  )
}
