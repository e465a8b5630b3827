import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import {
  ABOUT_LENGTH,
  type OrganizerProfile,
  OrganizerProfileInput,
  saveOrganizerProfile,
} from '#contract/organizer-profile.ts'
import { ApiFailure, api, failureMessage } from '../../../../api.ts'
import { EVENTS_PATH } from '../../../../paths.ts'
import { getSession, updateSession } from '../../../../session.ts'
import detail from '../../../../ui/detail.module.css'
import { DetailToolbar } from '../../../../ui/detail-toolbar.tsx'
import { FormBar } from '../../../../ui/form-bar.tsx'
import { FieldRow, FormSection } from '../../../../ui/form-section.tsx'
import { LeaveDialog } from '../../../../ui/leave-dialog.tsx'
import { MaskedField } from '../../../../ui/masked-field.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { TextareaField } from '../../../../ui/textarea-field.tsx'
import { showToast } from '../../../../ui/toast.ts'
import { useLeaveGuard } from '../../../../ui/use-leave-guard.ts'
import { useServerErrors } from '../../../../use-server-errors.ts'
import { LogoField } from './logo-field.tsx'
import { PROFILE_FIELDS, type ProfileValues, profileValues } from './profile-values.ts'
import { profileQuery } from './queries.ts'

const FORM_ID = 'organizacao'

interface ProfileFormProps {
  profile: OrganizerProfile
  /** Below the fields, above the buttons. */
  children: ReactNode
}

/** What everybody reads about the organizer. */
export function ProfileForm({ profile, children }: ProfileFormProps) {
  const queries = useQueryClient()
  const form = useForm<ProfileValues, unknown, OrganizerProfileInput>({
    resolver: zodResolver(OrganizerProfileInput),
    defaultValues: profileValues(profile),
  })
  const { control, formState } = form
  const [, setFailure] = useServerErrors(form, PROFILE_FIELDS)
  const guard = useLeaveGuard(formState.isDirty)
  const [uploading, setUploading] = useState(false)
  const about = useWatch({ control, name: 'about' }) ?? ''

  const submit = form.handleSubmit(async (body) => {
    setFailure(null)
    try {
      const { data } = await api(saveOrganizerProfile, { body })
      queries.setQueryData(profileQuery.queryKey, data)
      form.reset(profileValues(data))
      const user = getSession()?.user
      if (user?.organizer)
        updateSession({
          user: { ...user, organizer: { ...user.organizer, fantasy_name: data.fantasy_name } },
        })
      showToast('success', 'Organização salva com sucesso!')
    } catch (reason) {
      showToast('error', failureMessage(reason, 'Erro ao salvar a organização.'))
      if (reason instanceof ApiFailure) setFailure(reason)
    }
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
          <LogoField busy={uploading} onBusy={setUploading} />
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
              control={control}
              name="public_phone"
              mask="phone"
              label="Telefone"
              description="Também abre o WhatsApp"
              autoComplete="off"
            />
            <TextField
              control={control}
              name="public_email"
              type="email"
              label="E-mail"
              description="Pode ser diferente do e-mail de acesso"
              autoComplete="off"
            />
          </FieldRow>
          <FieldRow columns="1fr 1fr">
            <TextField
              control={control}
              name="site"
              inputMode="url"
              label="Site"
              placeholder="www.suacorrida.com.br"
              autoComplete="off"
            />
            <TextField
              control={control}
              name="instagram"
              label="Instagram"
              placeholder="@suacorrida"
              autoComplete="off"
            />
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
