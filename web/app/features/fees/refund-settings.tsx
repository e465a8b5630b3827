import { useQuery } from '@tanstack/react-query'
import { saveRefundSettings } from '#contract/payment/refund.ts'
import { api } from '#web/api/api.ts'
import { CountField } from '#web/ui/count-field.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import classes from './fees.module.css'
import { refundSettingsQuery, type RefundSettings as Saved } from './queries.ts'
import { Settings } from './settings.tsx'

const FIELDS = ['withdrawal_days', 'withdrawal_ends_days_before', 'approval_from', 'choice_days'] as const
type Values = Record<(typeof FIELDS)[number], string>

const valuesOf = (settings: Saved): Values => ({
  withdrawal_days: String(settings.withdrawal_days),
  withdrawal_ends_days_before: String(settings.withdrawal_ends_days_before),
  approval_from: settings.approval_from ?? '',
  choice_days: String(settings.choice_days),
})

const count = (typed: string): number => (typed === '' ? Number.NaN : Number(typed))

const bodyOf = (values: Values) => ({
  withdrawal_days: count(values.withdrawal_days),
  withdrawal_ends_days_before: count(values.withdrawal_ends_days_before),
  approval_from: values.approval_from || null,
  choice_days: count(values.choice_days),
})

/** Shown to Empresa and Admin. */
export function RefundSettings() {
  return (
    <Settings
      id="devolucoes"
      title="Desistência e devolução"
      query={useQuery(refundSettingsQuery)}
      queryKey={refundSettingsQuery.queryKey}
      loading="Carregando as regras de devolução..."
      valuesOf={valuesOf}
      fields={FIELDS}
      check={(values) => saveRefundSettings.body.safeParse(bodyOf(values))}
      save={(values) => api(saveRefundSettings, { body: bodyOf(values) })}
      success="Regras de devolução salvas com sucesso!"
      failure="Erro ao salvar as regras de devolução."
      submit="Atualizar regras"
    >
      {(control, { law }) => (
        <>
          <div className={classes.refundFields}>
            <CountField
              control={control}
              name="withdrawal_days"
              label="Dias para desistir"
              description="Contados do pagamento. Nesse prazo tudo volta, com a taxa de serviço. A lei garante 7."
            />
            <CountField
              control={control}
              name="withdrawal_ends_days_before"
              label="Limite antes do evento, em dias"
              description="Só para os dias além dos 7 da lei, que valem até a largada."
            />
            <MaskedField
              control={control}
              name="approval_from"
              mask="money"
              label="Aprovar devoluções a partir de"
              description="Só as que o organizador decide. Vazio: nenhuma espera por aprovação."
              autoComplete="off"
            />
            <CountField
              control={control}
              name="choice_days"
              label="Dias para escolher"
              description="Quando quem pagou decide o que acontece com o valor. Sem resposta, tudo volta."
            />
          </div>
          <blockquote className={classes.law}>{law}</blockquote>
        </>
      )}
    </Settings>
  )
}
