import type { ReactNode } from 'react'
import { type FieldPath, type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'
import { ApiFailure, failureMessage } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { AddressFields } from '#web/features/city/address-fields.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { RecordForm } from '#web/ui/record-form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts'
import { PRODUCER_LABELS, type ProducerValues } from './producer-values.ts'

/** Milliseconds, from the specification (page 2 §5). */
const LOOKUP_DELAY_MS = 500

interface OrganizationFormProps<Values extends FieldValues, Sent> {
  id: string
  form: UseFormReturn<Values, unknown, Sent>
  /** The fields that the server may refuse, in the order of the form. */
  fields: readonly FieldPath<Values>[]
  descriptions: { company: string; access: string }
  /** Makes the fields that identify the account read-only. */
  locked?: boolean
  withPassword?: boolean
  enterprise?: ReactNode
  children?: ReactNode
  onSave: (organization: Sent) => Promise<void>
  back: { to: string } | { onClick: () => void }
  /** Asks for confirmation also before unsaved changes are left for the view. */
  guardsView?: boolean
}

export function OrganizationForm<Values extends FieldValues, Sent>({
  id,
  form,
  fields,
  descriptions,
  locked = false,
  withPassword = false,
  enterprise,
  children,
  onSave,
  back,
  guardsView = false,
}: OrganizationFormProps<Values, Sent>) {
  const guard = useLeaveGuard(form.formState.isDirty, { inEditMode: guardsView })
  const submit = useSubmit(form, {
    fields,
    send: async (organization) => {
      guard.allowLeaving()
      try {
        await onSave(organization)
      } catch (reason) {
        guard.preventLeaving()
        throw reason
      }
    },
    failure: saveProblem,
    onInvalid: () => showToast('error', 'Erro de validação, verifique os campos.'),
  })

  return (
    <RecordForm form={form} id={id} onSubmit={submit} back={back} blocker={guard.blocker}>
      <FormSection title="Empresa" description={descriptions.company}>
        <CompanyFields locked={locked} />
        {enterprise}
      </FormSection>
      <FormSection title="Responsável e acesso" description={descriptions.access}>
        <AccessFields locked={locked} withPassword={withPassword} />
      </FormSection>
      <FormSection title="Endereço" description="O CEP preenche o restante e você confere.">
        <AddressFields lookupDelayMs={LOOKUP_DELAY_MS} />
      </FormSection>
      {children}
    </RecordForm>
  )
}

const LOCKED = { readOnly: true, variant: 'filled' } as const

function useFields() {
  const { control } = useFormContext<ProducerValues>()
  return <Name extends keyof typeof PRODUCER_LABELS>(name: Name, locked = false) => ({
    control,
    name,
    label: PRODUCER_LABELS[name],
    required: true,
    withAsterisk: false,
    autoComplete: 'off',
    ...(locked && LOCKED),
  })
}

function CompanyFields({ locked }: { locked: boolean }) {
  const field = useFields()
  return (
    <>
      <TextField {...field('fantasy_name', locked)} placeholder="Como todos conhecem a empresa" />
      <TextField {...field('corporate_reason', locked)} placeholder="Como está no CNPJ" />
      <FieldRow columns="1fr 1fr">
        <MaskedField {...field('cnpj', locked)} mask="cnpj" description="Números e, nos mais novos, letras" />
        <TextField {...field('nickname')} label="Apelido (opcional)" required={false} />
      </FieldRow>
    </>
  )
}

function AccessFields({ locked, withPassword }: { locked: boolean; withPassword: boolean }) {
  const { register, formState } = useFormContext<ProducerValues>()
  const field = useFields()
  return (
    <>
      <FieldRow columns="3fr 2fr">
        <TextField {...field('responsible')} />
        <MaskedField {...field('phone')} mask="phone" />
      </FieldRow>
      <TextField {...field('email', locked)} type="email" />
      {withPassword && (
        <PasswordField
          {...register('password')}
          label={PRODUCER_LABELS.password}
          description="Pelo menos 8 caracteres. Não abre a conta: pelo convite, o realizador escolhe a dele."
          autoComplete="new-password"
          error={formState.errors.password?.message}
          required
          withAsterisk={false}
        />
      )}
    </>
  )
}

const labelOf = (field: string): string => (PRODUCER_LABELS as Record<string, string>)[field] ?? field

/** The text of the toast when a realizador could not be saved (specification page 2 §8). */
function saveProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'Ocorreu um erro inesperado.'
  const lines = Object.entries(failure.errors).flatMap(([field, messages]) =>
    messages.map((message) => `Campo "${labelOf(field)}": ${message}`),
  )
  if (lines.length > 0) return lines.join('\n')
  const ours = failure.status >= 500
  return ours ? 'Erro ao salvar organizador.' : failureMessage(failure, 'Erro ao salvar organizador.')
}
