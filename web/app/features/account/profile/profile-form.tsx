import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type DefaultValues, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type Profile, ProfileInput, updateProfile } from '#contract/account/account.ts'
import { formatCpf, formatPhone, formatZip } from '#contract/documents.ts'
import { ApiFailure, api, failureMessage } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { AddressFields } from '#web/features/city/address-fields.tsx'
import { getSession, updateSession } from '#web/session/session.ts'
import { FormSection } from '#web/ui/form-section.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { RecordForm } from '#web/ui/record-form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts'
import { ContactFields, PERSON_LABELS, PersonFields } from '../person-fields.tsx'
import { profileQuery } from '../queries.ts'
import { useCheckOnLeave } from '../use-check-on-leave.ts'

/** The form shows the CPF, but the API does not accept it. */
const ProfileSchema = ProfileInput.extend({ cpf: z.string() })
type ProfileValues = z.input<typeof ProfileSchema>

function profileValues(profile: Profile): DefaultValues<ProfileValues> {
  const { address } = profile
  return {
    name: profile.name,
    email: profile.email,
    password: '',
    cpf: formatCpf(profile.cpf ?? ''),
    rg: profile.rg ?? '',
    birth_date: profile.birth_date ?? '',
    phone: formatPhone(profile.phone ?? ''),
    sex: profile.sex === 0 || profile.sex === 1 ? profile.sex : undefined,
    emergency_contact: profile.emergency_contact ?? '',
    emergency_contact_phone: formatPhone(profile.emergency_contact_phone ?? ''),
    address: {
      zip: formatZip(address?.zip ?? ''),
      address: address?.address ?? '',
      number: address?.number ?? '',
      complement: address?.complement ?? '',
      district: address?.district ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
    },
  }
}

const LABELLED = Object.keys(PERSON_LABELS) as (keyof typeof PERSON_LABELS)[]
/** The fields in their visual order; the password is asked for below the e-mail. */
const FIELDS = LABELLED.flatMap((name) => (name === 'email' ? (['email', 'password'] as const) : [name]))

interface ProfileFormProps {
  profile: Profile
  onDone: (saved: z.output<typeof updateProfile.data>) => void
  onCancel: () => void
}

export function ProfileForm({ profile, onDone, onCancel }: ProfileFormProps) {
  const queries = useQueryClient()
  const form = useForm<ProfileValues, unknown, z.output<typeof ProfileSchema>>({
    resolver: zodResolver(ProfileSchema),
    defaultValues: profileValues(profile),
  })
  const checks = useCheckOnLeave(form)
  const guard = useLeaveGuard(form.formState.isDirty)
  const emailChanged =
    useWatch({ control: form.control, name: 'email' }).trim().toLowerCase() !== profile.email

  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: profileProblem,
    send: async ({ cpf: _shownOnly, password, ...rest }) => {
      // The password is only sent if the form asks for it: a password manager may have filled it in.
      const body = { ...rest, ...(emailChanged && { password }) }
      const { data } = await api(updateProfile, { params: { id: profile.id }, body })
      showToast('success', 'Perfil atualizado com sucesso!')
      queries.setQueryData(profileQuery(profile.id).queryKey, data)
      const user = getSession()?.user
      if (user) updateSession({ user: { ...user, name: data.name, email: data.email } })
      guard.allowLeaving()
      onDone(data)
    },
    onInvalid: () => showToast('error', CORRECT_FIELDS),
  })

  return (
    <>
      <PageHeader title="Editar Perfil" description="As mudanças valem para as suas próximas inscrições." />
      <RecordForm
        form={form}
        id="perfil"
        onSubmit={submit}
        {...checks}
        back={{ onClick: onCancel }}
        blocker={guard.blocker}
      >
        <FormSection title="Sobre você">
          <TextField control={form.control} name="name" label="Nome" autoComplete="name" {...REQUIRED} />
          <PersonFields cpfLocked />
        </FormSection>
        <FormSection title="Como falar com você">
          <TextField
            control={form.control}
            name="email"
            type="email"
            label="Email"
            description="Se mudar, será preciso confirmar o novo endereço e entrar de novo"
            autoComplete="email"
            {...REQUIRED}
          />
          {emailChanged && (
            <PasswordField
              {...form.register('password')}
              label="Sua senha"
              description="Para trocar o e-mail, confirme que é você"
              autoComplete="current-password"
              error={form.formState.errors.password?.message}
            />
          )}
          <ContactFields />
        </FormSection>
        <FormSection title="Onde você mora" description="Um CEP novo preenche o restante e você confere.">
          <AddressFields />
        </FormSection>
      </RecordForm>
    </>
  )
}

const REQUIRED = { required: true, withAsterisk: false } as const
const CORRECT_FIELDS = 'Por favor, corrija os campos destacados.'

/** Specification page 2 §8, which prescribes the two English sentences. */
function profileProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'An unexpected error occurred.'
  if (failure.status === 0) return 'Could not connect to the server.'
  if (Object.keys(failure.errors).length > 0)
    return [CORRECT_FIELDS, failure.message].filter(Boolean).join('\n')
  return failureMessage(failure, 'An unexpected error occurred.')
}
