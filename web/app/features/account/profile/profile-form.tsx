import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type DefaultValues, FormProvider, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type Profile, ProfileInput, updateProfile } from '#contract/account.ts'
import { formatCpf, formatPhone, formatZip } from '#contract/documents.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { getSession, updateSession } from '../../../session.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FormBar } from '../../../ui/form-bar.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { AddressFields } from '../../city/address-fields.tsx'
import { ContactFields, PERSON_LABELS, PersonFields } from '../person-fields.tsx'
import { profileQuery } from '../queries.ts'
import { useCheckOnLeave } from '../use-check-on-leave.ts'

/** The form shows the CPF; the API does not accept it. */
const ProfileSchema = ProfileInput.extend({ cpf: z.string() })
type ProfileValues = z.input<typeof ProfileSchema>

/** A profile as the form shows it, with punctuation. */
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

const FORM_ID = 'perfil'
const LABELLED = Object.keys(PERSON_LABELS) as (keyof typeof PERSON_LABELS)[]
/** In the order they stand in: the password is asked for below the e-mail. */
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
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting, isDirty } = form.formState
  const checks = useCheckOnLeave(form)
  const guard = useLeaveGuard(isDirty)
  const emailChanged =
    useWatch({ control: form.control, name: 'email' }).trim().toLowerCase() !== profile.email

  const submit = form.handleSubmit(
    async ({ cpf: _shownOnly, password, ...rest }) => {
      setFailure(null)
      // A password filled in by a password manager is not sent unless it is asked for.
      const body = { ...rest, ...(emailChanged && { password }) }
      try {
        const { data } = await api(updateProfile, { params: { id: profile.id }, body })
        showToast('success', 'Perfil atualizado com sucesso!')
        queries.setQueryData(profileQuery(profile.id).queryKey, data)
        const user = getSession()?.user
        if (user) updateSession({ user: { ...user, name: data.name, email: data.email } })
        guard.allowLeaving()
        onDone(data)
      } catch (reason) {
        showToast('error', profileProblem(reason))
        if (reason instanceof ApiFailure) setFailure(reason)
      }
    },
    () => showToast('error', CORRECT_FIELDS),
  )

  return (
    <FormProvider {...form}>
      <PageHeader title="Editar Perfil" description="As mudanças valem para as suas próximas inscrições." />
      <form
        id={FORM_ID}
        onSubmit={submit}
        {...checks}
        noValidate
        aria-busy={isSubmitting}
        className={detail.sections}
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
      </form>
      <FormBar>
        <DetailToolbar save={{ form: FORM_ID, busy: isSubmitting }} back={{ onClick: onCancel }} />
      </FormBar>
      <LeaveDialog blocker={guard.blocker}>Se você sair agora, elas se perdem.</LeaveDialog>
    </FormProvider>
  )
}

const REQUIRED = { required: true, withAsterisk: false } as const
const CORRECT_FIELDS = 'Por favor, corrija os campos destacados.'

/** What the toast says of a failure (specification page 2 §8; its two English sentences are meant). */
function profileProblem(failure: unknown): string {
  if (!(failure instanceof ApiFailure)) return 'An unexpected error occurred.'
  if (failure.status === 0) return 'Could not connect to the server.'
  if (Object.keys(failure.errors).length > 0)
    return [CORRECT_FIELDS, failure.message].filter(Boolean).join('\n')
  return failureMessage(failure, 'An unexpected error occurred.')
}
