import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { onlyDigits } from '#contract/documents.ts'
import { BecomeRunnerInput, becomeRunner } from '#contract/invitation.ts'
import { ApiFailure, api, failureMessage } from '../../../api.ts'
import { ACCOUNT_PATH, MY_EVENTS_PATH } from '../../../paths.ts'
import { switchRole } from '../../../switch-role.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FormBar } from '../../../ui/form-bar.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { AddressFields } from '../../city/address-fields.tsx'
import { ContactFields, PERSON_LABELS, PersonFields } from '../person-fields.tsx'
import { ConsentFields } from '../register/consent-fields.tsx'

export const meta = pageTitle('Correr também')

type Values = z.input<typeof BecomeRunnerInput>

const EMPTY: DefaultValues<Values> = {
  cpf: '',
  rg: '',
  birth_date: '',
  phone: '',
  emergency_contact: '',
  emergency_contact_phone: '',
  address: { zip: '', address: '', number: '', complement: '', district: '', city: '', state: '' },
  receive_promotions: false,
  receive_event_updates: false,
}

const { name: _name, email: _email, ...LABELLED } = PERSON_LABELS
const FIELDS = Object.keys(LABELLED) as (keyof typeof LABELLED)[]
const FORM_ID = 'correr-tambem'

/** What a registration for a race asks of somebody whose account is not a runner's yet. */
export default function BecomeRunnerScreen() {
  const form = useForm<Values, unknown, BecomeRunnerInput>({
    resolver: zodResolver(BecomeRunnerInput),
    defaultValues: EMPTY,
  })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting, isDirty } = form.formState
  const guard = useLeaveGuard(isDirty)
  const navigate = useNavigate()

  const submit = form.handleSubmit(
    async (values) => {
      setFailure(null)
      const body = { ...values, rg: values.rg && (onlyDigits(values.rg) || null) }
      try {
        const { message = '' } = await api(becomeRunner, { body })
        guard.allowLeaving()
        showToast('success', message)
        await switchRole('Participante')
        navigate(MY_EVENTS_PATH, { replace: true })
      } catch (reason) {
        showToast('error', failureMessage(reason, 'Erro ao salvar. Tente novamente.'))
        if (reason instanceof ApiFailure) setFailure(reason)
      }
    },
    () => showToast('error', 'Por favor, corrija os campos destacados.'),
  )

  return (
    <FormProvider {...form}>
      <PageHeader
        title="Correr também"
        description="A mesma conta, o mesmo e-mail e a mesma senha. Depois você troca de perfil no menu."
      />
      <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting} className={detail.sections}>
        <FormSection
          title="Sobre você"
          description="Os organizadores usam estes dados para a sua categoria, o número de peito e a retirada do kit."
        >
          <PersonFields />
        </FormSection>
        <FormSection title="Como falar com você">
          <ContactFields />
        </FormSection>
        <FormSection
          title="Onde você mora"
          description="Comece pelo CEP: o restante vem preenchido e você confere."
        >
          <AddressFields />
        </FormSection>
        <FormSection
          title="Privacidade"
          description="Você escolhe o que quer receber e pode mudar de ideia a qualquer momento no seu perfil."
        >
          <ConsentFields />
        </FormSection>
      </form>
      <FormBar>
        <DetailToolbar save={{ form: FORM_ID, busy: isSubmitting }} back={{ to: ACCOUNT_PATH }} />
      </FormBar>
      <LeaveDialog blocker={guard.blocker}>Se você sair agora, elas se perdem.</LeaveDialog>
    </FormProvider>
  )
}
