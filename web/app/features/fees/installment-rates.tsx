import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { saveInstallmentRates } from '#contract/installment-rates.ts'
import { ApiFailure, api, failureMessage } from '../../api.ts'
import { recordFailure } from '../../query-failure.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingLine } from '../../ui/loading-line.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useUnsaved } from '../../ui/unsaved-forms.tsx'
import { useServerErrors } from '../../use-server-errors.ts'
import classes from './fees.module.css'
import { isChanged } from './is-changed.ts'
import { installmentRatesQuery } from './queries.ts'

const Form = z.object({ rates: z.array(z.string()) }).superRefine((values, context) => {
  const { error } = saveInstallmentRates.body.safeParse(values)
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
})

/** The interest that runners pay on installments where the organizer leaves it to them; for Empresa and Admin. */
export function InstallmentRates() {
  const rates = useQuery(installmentRatesQuery)
  const failure = recordFailure(rates)
  return (
    <section className={classes.settings} aria-labelledby="parcelamento">
      <h2 id="parcelamento">Juros do parcelamento</h2>
      <p className={classes.about}>
        Quanto o corredor paga a mais, em porcentagem do preço, nos eventos que deixam os juros por conta
        dele. Os juros ficam com a empresa, que paga a tarifa do cartão.
      </p>
      {rates.data ? (
        <RatesForm saved={rates.data} />
      ) : failure ? (
        <ErrorState {...failure} />
      ) : (
        <LoadingLine>Carregando os juros do parcelamento...</LoadingLine>
      )}
    </section>
  )
}

function RatesForm({ saved }: { saved: { rates: string[] } }) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: saved })
  const fields = saved.rates.map((_, i) => `rates.${i}` as const)
  const [, setFailure] = useServerErrors(form, fields)
  const { control, formState } = form
  useUnsaved(isChanged({ ...saved.rates }, { ...useWatch({ control, name: 'rates' }) }))
  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { data, message } = await api(saveInstallmentRates, { body })
      queries.setQueryData(installmentRatesQuery.queryKey, data)
      form.reset(data)
      showToast('success', message ?? 'Juros do parcelamento salvos com sucesso!')
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao salvar os juros do parcelamento.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })
  return (
    <form onSubmit={submit} noValidate aria-busy={formState.isSubmitting} aria-labelledby="parcelamento">
      <div className={classes.rates}>
        {fields.map((name, i) => (
          <MaskedField
            key={name}
            control={control}
            name={name}
            mask="money"
            label={`${i + 2}x`}
            leftSection={null}
            rightSection={<span aria-hidden>%</span>}
            autoComplete="off"
          />
        ))}
      </div>
      <Button
        type="submit"
        mt="md"
        leftSection={<IconDeviceFloppy size={20} aria-hidden />}
        loading={formState.isSubmitting}
      >
        Atualizar juros
      </Button>
    </form>
  )
}
