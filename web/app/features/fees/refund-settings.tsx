import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { saveRefundSettings } from '#contract/refund.ts'
import { ApiFailure, api, failureMessage } from '../../api.ts'
import { recordFailure } from '../../query-failure.ts'
import { CountField } from '../../ui/count-field.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingLine } from '../../ui/loading-line.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useUnsaved } from '../../ui/unsaved-forms.tsx'
import { useServerErrors } from '../../use-server-errors.ts'
import classes from './fees.module.css'
import { isChanged } from './is-changed.ts'
import { refundSettingsQuery, type RefundSettings as Settings } from './queries.ts'

const FIELDS = ['withdrawal_days', 'withdrawal_ends_days_before', 'approval_from', 'choice_days'] as const
type Values = Record<(typeof FIELDS)[number], string>

const valuesOf = (settings: Settings): Values => ({
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

const Form = z
  .object({
    withdrawal_days: z.string(),
    withdrawal_ends_days_before: z.string(),
    approval_from: z.string(),
    choice_days: z.string(),
  })
  .superRefine((values, context) => {
    const { error } = saveRefundSettings.body.safeParse(bodyOf(values))
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  })

/** When runners may withdraw and which refunds wait for approval, with the law's text beside them; for Empresa and Admin. */
export function RefundSettings() {
  const settings = useQuery(refundSettingsQuery)
  const failure = recordFailure(settings)
  return (
    <section className={classes.settings} aria-labelledby="devolucoes">
      <h2 id="devolucoes">Desistência e devolução</h2>
      {settings.data ? (
        <SettingsForm saved={settings.data} />
      ) : failure ? (
        <ErrorState {...failure} />
      ) : (
        <LoadingLine>Carregando as regras de devolução...</LoadingLine>
      )}
    </section>
  )
}

function SettingsForm({ saved }: { saved: Settings }) {
  const queries = useQueryClient()
  const form = useForm({ resolver: zodResolver(Form), defaultValues: valuesOf(saved) })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { control, formState } = form
  useUnsaved(isChanged(valuesOf(saved), useWatch({ control })))
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const { data, message } = await api(saveRefundSettings, { body: bodyOf(values) })
      queries.setQueryData(refundSettingsQuery.queryKey, data)
      form.reset(valuesOf(data))
      showToast('success', message ?? 'Regras de devolução salvas com sucesso!')
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao salvar as regras de devolução.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
  })
  return (
    <form onSubmit={submit} noValidate aria-busy={formState.isSubmitting} aria-labelledby="devolucoes">
      <div className={classes.refundFields}>
        <CountField
          control={control}
          name="withdrawal_days"
          label="Dias para desistir"
          description="Contados do pagamento. Nesse prazo tudo volta, com a taxa de serviço."
        />
        <CountField
          control={control}
          name="withdrawal_ends_days_before"
          label="Limite antes do evento, em dias"
          description="A desistência termina tantos dias antes da prova, mesmo dentro do prazo acima."
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
      <blockquote className={classes.law}>{saved.law}</blockquote>
      <Button
        type="submit"
        mt="md"
        leftSection={<IconDeviceFloppy size={20} aria-hidden />}
        loading={formState.isSubmitting}
      >
        Atualizar regras
      </Button>
    </form>
  )
}
