import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { createOrganizer, OrganizerChange, updateOrganizer } from '#contract/backoffice/organizers.ts'
import { ApiFailure, api } from '../../../api.ts'
import { EDIT_PARAM, ORGANIZER_PATH, ORGANIZERS_PATH, pathTo } from '../../../paths.ts'
import detail from '../../../ui/detail.module.css'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { FormBar } from '../../../ui/form-bar.tsx'
import { FormSection } from '../../../ui/form-section.tsx'
import { LeaveDialog } from '../../../ui/leave-dialog.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { idOf } from '../../../use-id-param.ts'
import { useServerErrors } from '../../../use-server-errors.ts'
import { ConfirmPassword } from '../../account/confirm-password.tsx'
import { AddressFields } from '../../city/address-fields.tsx'
import { AccessFields } from '../../producer/detail/access-fields.tsx'
import { CompanyFields } from '../../producer/detail/company-fields.tsx'
import { saveProblem } from '../../producer/detail/save-problem.ts'
import { enterprisesQuery, ORGANIZERS_KEY, organizerQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { ORGANIZER_LABELS, type OrganizerValues, organizerValues } from './organizer-values.ts'
import { OrganizerView } from './organizer-view.tsx'

const EMPTY = organizerValues(null)

export const meta = pageTitle('Organizador')

/** An organizer: a form to invite one, a view, and an edit mode. */
export default function OrganizerScreen() {
  const { id } = useParams()
  return id === 'novo' ? <NewOrganizer /> : <ExistingOrganizer key={id} id={idOf(id) ?? 0} />
}

function NewOrganizer() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Novo Organizador"
        description="Quem publica eventos: a empresa, quem responde por ela e onde fica."
      />
      <OrganizerForm
        isNew
        values={EMPTY}
        back={{ to: ORGANIZERS_PATH }}
        onSave={async ({ current_password: _none, ...body }) => {
          const { data, message } = await api(createOrganizer, { body })
          showToast('success', message ?? 'Organizador registrado com sucesso!')
          await queries.invalidateQueries({ queryKey: ORGANIZERS_KEY, refetchType: 'none' })
          navigate(pathTo(ORGANIZER_PATH, data.id), { replace: true })
        }}
      />
    </>
  )
}

function ExistingOrganizer({ id }: { id: number }) {
  const [search] = useSearchParams()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery(organizerQuery(id))
  const { data } = query
  if (!data)
    return (
      <RecordState
        title="Organizador"
        list={{ to: ORGANIZERS_PATH, label: 'Ver organizadores' }}
        query={query}
      />
    )
  if (!search.has(EDIT_PARAM)) return <OrganizerView organizer={data} />
  const view = () => navigate(pathTo(ORGANIZER_PATH, id), { replace: true })
  return (
    <>
      <PageHeader title={`Editar ${data.fantasy_name}`} />
      <OrganizerForm
        values={organizerValues(data)}
        back={{ onClick: view }}
        onSave={async (body) => {
          const { message } = await api(updateOrganizer, { params: { id }, body })
          showToast('success', message ?? 'Organizador atualizado com sucesso!')
          // Awaited, so that the view shows the saved values.
          await queries.invalidateQueries({ queryKey: ORGANIZERS_KEY })
          view()
        }}
      />
    </>
  )
}

const FORM_ID = 'organizador'
const FIELDS = Object.keys(ORGANIZER_LABELS) as (keyof typeof ORGANIZER_LABELS)[]
/** The same delay as in the form of realizadores: specification page 2 §5. */
const LOOKUP_DELAY_MS = 500
/** Enough for all enterprises of any real installation. */
const ENTERPRISES = { page: 1, per_page: 100 } as const

interface OrganizerFormProps {
  /** Saving sends an invitation. */
  isNew?: boolean
  values: OrganizerValues
  onSave: (organizer: OrganizerChange) => Promise<void>
  back: { to: string } | { onClick: () => void }
}

function OrganizerForm({ isNew = false, values, onSave, back }: OrganizerFormProps) {
  const form = useForm({ resolver: zodResolver(OrganizerChange), defaultValues: values })
  const [, setFailure] = useServerErrors(form, FIELDS)
  const { isSubmitting, isDirty, dirtyFields } = form.formState
  const guard = useLeaveGuard(isDirty, { inEditMode: true })
  const decidesWhoIsPaid = !isNew && Boolean(dirtyFields.email || dirtyFields.cnpj)
  const enterprises = useQuery(enterprisesQuery(ENTERPRISES))

  const submit = form.handleSubmit(
    async (organizer) => {
      setFailure(null)
      guard.allowLeaving()
      try {
        await onSave(organizer)
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
        <FormSection
          title="Empresa"
          description="Como o organizador aparece nas páginas dos eventos e nos documentos."
        >
          <CompanyFields />
          <SelectField
            control={form.control}
            name="enterprise_id"
            label={ORGANIZER_LABELS.enterprise_id}
            description="A que responde pelas taxas dos eventos"
            data={(enterprises.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </FormSection>
        <FormSection title="Responsável e acesso" description={isNew ? INVITED : INVITED_ANEW}>
          <AccessFields withPassword={false} />
        </FormSection>
        <FormSection title="Endereço" description="O CEP preenche o restante e você confere.">
          <AddressFields lookupDelayMs={LOOKUP_DELAY_MS} />
        </FormSection>
        {decidesWhoIsPaid && (
          <ConfirmPassword>Quem tem o e-mail entra na conta, e o CNPJ diz quem recebe.</ConfirmPassword>
        )}
      </form>
      <FormBar>
        <DetailToolbar save={{ form: FORM_ID, busy: isSubmitting }} back={back} />
      </FormBar>
      <LeaveDialog blocker={guard.blocker}>Se você sair agora, elas se perdem.</LeaveDialog>
    </FormProvider>
  )
}

const INVITED =
  'Ao salvar, o convite segue para este e-mail: por ele a pessoa confirma o endereço e cria a senha.'
const INVITED_ANEW =
  'Se o e-mail mudar, a pessoa sai de todos os aparelhos e recebe um novo convite no endereço novo.'
