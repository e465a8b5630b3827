import { useQuery } from '@tanstack/react-query'
import { saveInstallmentRates } from '#contract/fees/installment-rates.ts'
import { MAX_INSTALLMENTS } from '#contract/pricing/installments.ts'
import { api } from '#web/api/api.ts'
import { MaskedField } from '#web/ui/masked-field.tsx'
import classes from './fees.module.css'
import { installmentRatesQuery } from './queries.ts'
import { Settings } from './settings.tsx'

const FIELDS = Array.from({ length: MAX_INSTALLMENTS - 1 }, (_, i) => `rates.${i}` as const)

/** The interest that runners pay when the organizer does not bear it. Shown to Empresa and Admin. */
export function InstallmentRates() {
  return (
    <Settings
      id="parcelamento"
      title="Juros do parcelamento"
      about="Quanto o corredor paga a mais, em porcentagem do preço, nos eventos que deixam os juros por conta dele. Os juros ficam com a empresa, que paga a tarifa do cartão."
      query={useQuery(installmentRatesQuery)}
      queryKey={installmentRatesQuery.queryKey}
      loading="Carregando os juros do parcelamento..."
      valuesOf={(saved) => saved}
      fields={FIELDS}
      check={(values) => saveInstallmentRates.body.safeParse(values)}
      save={(body) => api(saveInstallmentRates, { body })}
      success="Juros do parcelamento salvos com sucesso!"
      failure="Erro ao salvar os juros do parcelamento."
      submit="Atualizar juros"
    >
      {(control) => (
        <div className={classes.rates}>
          {FIELDS.map((name, i) => (
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
      )}
    </Settings>
  )
}
