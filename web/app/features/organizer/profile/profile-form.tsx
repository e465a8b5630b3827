import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { formatPhone } from '#contract/documents.ts'
import {
  ABOUT_LENGTH,
  type OrganizerProfile,
  OrganizerProfileInput,
  saveOrganizerProfile,
} from '#contract/organizer/organizer-profile.ts'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { WholeFileField } from '#web/features/event-management/files/file-fields.tsx'
import { fileProblem } from '#web/features/event-management/files/upload.ts'
import { EVENTS_PATH } from '#web/paths.ts'
import { getSession, updateSession } from '#web/session/session.ts'
import detail from '#web/ui/detail.module.css'
import { DetailToolbar } from '#web/ui/detail-toolbar.tsx'
import { FormBar } from '#web/ui/form-bar.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { LeaveDialog } from '#web/ui/leave-dialog.tsx'
import { MaskedField } from '#web/ui/masked-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { TextareaField } from '#web/ui/textarea-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts'
import { profileQuery } from './queries.ts'

const FORM_ID = 'organizacao'

type ProfileValues = z.input<typeof OrganizerProfileInput>

const PROFILE_FIELDS = [
  'fantasy_name',
  'logo',
  'about',
  'public_phone',
  'public_email',
  'site',
  'instagram',
] as const

const profileValues = (profile: OrganizerProfile): ProfileValues => ({
  fantasy_name: profile.fantasy_name,
  logo: profile.logo ?? '',
  about: profile.about ?? '',
  public_phone: formatPhone(profile.public_phone ?? ''),
  public_email: profile.public_email ?? '',
  site: profile.site ?? '',
  instagram: profile.instagram ? `@${profile.instagram}` : '',
})

export function ProfileForm({ profile, children }: { profile: OrganizerProfile; children: ReactNode }) {
  const queries = useQueryClient()
  const form = useForm<ProfileValues, unknown, OrganizerProfileInput>({
    resolver: zodResolver(OrganizerProfileInput),
    defaultValues: profileValues(profile),
  })
  const { control, formState } = form
  const guard = useLeaveGuard(formState.isDirty)
  const [uploading, setUploading] = useState(false)
  const contact = (name: keyof ProfileValues) => ({ control, name, autoComplete: 'off' })
  const about = useWatch({ control, name: 'about' }) ?? ''

  const submit = useSubmit(form, {
    fields: PROFILE_FIELDS,
    send: async (body) => {
      const { data } = await api(saveOrganizerProfile, { body })
      queries.setQueryData(profileQuery.queryKey, data)
      form.reset(profileValues(data))
      const user = getSession()?.user
      if (user?.organizer)
        updateSession({
          user: { ...user, organizer: { ...user.organizer, fantasy_name: data.fantasy_name } },
        })
      showToast('success', 'Organização salva com sucesso!')
    },
    failure: 'Erro ao salvar a organização.',
  })

  return (
    <FormProvider {...form}>
      <form
        id={FORM_ID}
        onSubmit={submit}
        noValidate
        aria-busy={formState.isSubmitting}
        className={detail.sections}
      >
        <FormSection title="Apresentação" description="Aparece nas suas corridas e na página da organização.">
          <TextField
            control={control}
            name="fantasy_name"
            label="Nome fantasia"
            description="O nome que os corredores conhecem"
            autoComplete="organization"
            required
            withAsterisk={false}
          />
          <WholeFileField<ProfileValues>
            whole
            name="logo"
            purpose="logo"
            label="Logotipo"
            accept="image/*"
            hint="PNG ou JPEG, mostrado inteiro, sobre branco"
            problemOf={(file) => fileProblem(file, false)}
            onBusy={setUploading}
          />
          <TextareaField
            control={control}
            name="about"
            label="Sobre a organização"
            description={`Quem são vocês e que corridas fazem · ${about.length} de ${ABOUT_LENGTH} caracteres`}
            autosize
            minRows={4}
            maxRows={12}
          />
        </FormSection>
        <FormSection
          title="Contatos públicos"
          description="Só é mostrado o que você preencher aqui. Deixe em branco o que não quer publicar."
        >
          <FieldRow columns="2fr 3fr">
            <MaskedField
              {...contact('public_phone')}
              mask="phone"
              label="Telefone"
              description="Também abre o WhatsApp"
            />
            <TextField
              {...contact('public_email')}
              type="email"
              label="E-mail"
              description="Pode ser diferente do e-mail de acesso"
            />
          </FieldRow>
          <FieldRow columns="1fr 1fr">
            <TextField
              {...contact('site')}
              inputMode="url"
              label="Site"
              placeholder="www.suacorrida.com.br"
            />
            <TextField {...contact('instagram')} label="Instagram" placeholder="@suacorrida" />
          </FieldRow>
        </FormSection>
      </form>
      {children}
      <FormBar>
        <DetailToolbar
          save={{ form: FORM_ID, busy: formState.isSubmitting, disabled: uploading }}
          back={{ to: EVENTS_PATH }}
        />
      </FormBar>
      <LeaveDialog blocker={guard.blocker}>Se você sair agora, elas se perdem.</LeaveDialog>
    </FormProvider>
  )
}
