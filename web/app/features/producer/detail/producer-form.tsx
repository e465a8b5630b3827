import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { ApiFailure } from '../../../api.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FormBar } from '../../../ui/form-bar.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { AddressFields } from '../../city/address-fields.tsx'
import { useOwnsProducers } from '../use-owns-producers.ts'
import { AccessFields } from './access-fields.tsx'
import { CompanyFields } from './company-fields.tsx'
import {
  NewProducerForm,
  PRODUCER_LABELS,
  type ProducerValues,
  ProducerForm as Schema,
  type SentProducer,
} from './producer-values.ts'
import { saveProblem } from './save-problem.ts'

const FORM_ID = 'realizador'
const FIELDS = Object.keys(PRODUCER_LABELS) as (keyof typeof PRODUCER_LABELS)[]
/** Specification page 2 §5. */
const LOOKUP_DELAY_MS = 500

type ProducerResolver = Resolver<ProducerValues, unknown, SentProducer>
const CREATE: ProducerResolver = zodResolver(NewProducerForm)
const EDIT: ProducerResolver = zodResolver(Schema)

interface ProducerFormProps {
  values: ProducerValues
  /** The form asks for a password. */
  isNew?: boolean
  onSave: (producer: SentProducer) => Promise<void>
  back: { to: string } | { onClick: () => void }
}

export function ProducerForm({ values, isNew = false, onSave, back }: ProducerFormProps) {
  const form = useForm({ resolver: isNew ? CREATE : EDIT, defaultValues: values })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting, isDirty } = form.formState
  const locked = !useOwnsProducers() && !isNew
  const guard = useLeaveGuard(isDirty)

  const submit = form.handleSubmit(
    async (producer) => {
      setFailure(null)
      guard.allowLeaving()
      try {
        await onSave(producer)
      } catch (reason) {
        guard.preventLeaving()
        showToast('error', saveProblem(reason))
        if (reason instanceof ApiFailure) setFailure(reason)
      }
    },
    () => showToast('error', 'Erro de validação, verifique os campos.'),
  )

  return (
    <FormProvider {...form}>
      <form id={FORM_ID} onSubmit={submit} noValidate aria-busy={isSubmitting} className={detail.sections}>
        <FormSection title="Empresa" description="Como o realizador aparece para você e nos documentos.">
          <CompanyFields locked={locked} />
        </FormSection>
        <FormSection
          title="Responsável e acesso"
          description={isNew ? INVITED : locked ? NOT_YOURS : INVITED_ANEW}
        >
          <AccessFields withPassword={isNew} locked={locked} />
        </FormSection>
        <FormSection title="Endereço" description="O CEP preenche o restante e você confere.">
          <AddressFields lookupDelayMs={LOOKUP_DELAY_MS} />
        </FormSection>
      </form>
      <FormBar>
        <DetailToolbar save={{ form: FORM_ID, busy: isSubmitting }} back={back} />
      </FormBar>
      <LeaveDialog blocker={guard.blocker}>Se você sair agora, elas se perdem.</LeaveDialog>
    </FormProvider>
  )
}

const INVITED =
  'Ao salvar, enviamos um convite para este e-mail: por ele o realizador confirma o endereço e escolhe a própria senha.'
const INVITED_ANEW =
  'Se o e-mail mudar, o realizador sai de todos os aparelhos e recebe um novo convite no endereço novo.'
const NOT_YOURS = 'O e-mail e a empresa quem muda é o organizador; o que serve para contato, você também.'
