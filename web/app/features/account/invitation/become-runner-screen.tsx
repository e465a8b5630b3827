import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { BecomeRunnerInput, becomeRunner } from '#contract/account/invitation.ts'
import { api } from '#web/api/api.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { ACCOUNT_PATH, MY_EVENTS_PATH } from '#web/paths.ts'
import { switchRole } from '#web/session/switch-role.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordForm } from '#web/ui/record-form.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.ts'
import { NO_RUNNER, PERSON_LABELS, RunnerSections, withPlainRg } from '../person-fields.tsx'
import { useCheckOnLeave } from '../use-check-on-leave.ts'

export const meta = pageTitle('Correr também')

type Values = z.input<typeof BecomeRunnerInput>

const { name: _name, email: _email, ...LABELLED } = PERSON_LABELS
const FIELDS = Object.keys(LABELLED) as (keyof typeof LABELLED)[]

/** Asks a user who is not a runner yet for the data that registering in a race requires. */
export default function BecomeRunnerScreen() {
  const form = useForm<Values, unknown, BecomeRunnerInput>({
    resolver: zodResolver(BecomeRunnerInput),
    defaultValues: NO_RUNNER,
  })
  const checks = useCheckOnLeave(form)
  const guard = useLeaveGuard(form.formState.isDirty)
  const navigate = useNavigate()
  const submit = useSubmit(form, {
    fields: FIELDS,
    failure: 'Erro ao salvar. Tente novamente.',
    send: async (values) => {
      const { message = '' } = await api(becomeRunner, { body: withPlainRg(values) })
      guard.allowLeaving()
      showToast('success', message)
      await switchRole('Participante')
      navigate(MY_EVENTS_PATH, { replace: true })
    },
    onInvalid: () => showToast('error', 'Por favor, corrija os campos destacados.'),
  })

  return (
    <>
      <PageHeader
        title="Correr também"
        description="A mesma conta, o mesmo e-mail e a mesma senha. Depois você troca de perfil no menu."
      />
      <RecordForm
        form={form}
        id="correr-tambem"
        onSubmit={submit}
        {...checks}
        back={{ to: ACCOUNT_PATH }}
        blocker={guard.blocker}
      >
        <RunnerSections />
      </RecordForm>
    </>
  )
}
