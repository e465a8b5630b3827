import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { createOrganizer, OrganizerChange, updateOrganizer } from '#contract/backoffice/organizers.ts'
import { api } from '#web/api/api.ts'
import { ConfirmPassword } from '#web/features/account/confirm-password.tsx'
import { OrganizationForm } from '#web/features/producer/detail/organization-form.tsx'
import { RecordState } from '#web/lists/record-state.tsx'
import { idOf } from '#web/navigation/use-id-param.ts'
import { EDIT_PARAM, ORGANIZER_PATH, ORGANIZERS_PATH, pathTo } from '#web/paths.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { enterprisesQuery, ORGANIZERS_KEY, organizerQuery } from '../queries.ts'
import { ORGANIZER_LABELS, type OrganizerValues, organizerValues } from './organizer-values.ts'
import { OrganizerView } from './organizer-view.tsx'

const EMPTY = organizerValues(null)

export const meta = pageTitle('Organizador')

/** An organizer: a form that invites one, a view, and an edit mode. */
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

const FIELDS = Object.keys(ORGANIZER_LABELS) as (keyof typeof ORGANIZER_LABELS)[]
/** Loads all enterprises at once; installations have far fewer than 100. */
const ENTERPRISES = { page: 1, per_page: 100 } as const

interface OrganizerFormProps {
  /** Set for a new organizer, to whom saving sends an invitation. */
  isNew?: boolean
  values: OrganizerValues
  onSave: (organizer: OrganizerChange) => Promise<void>
  back: { to: string } | { onClick: () => void }
}

function OrganizerForm({ isNew = false, values, onSave, back }: OrganizerFormProps) {
  const form = useForm({ resolver: zodResolver(OrganizerChange), defaultValues: values })
  const { dirtyFields } = form.formState
  const decidesWhoIsPaid = !isNew && Boolean(dirtyFields.email || dirtyFields.cnpj)
  const enterprises = useQuery(enterprisesQuery(ENTERPRISES))
  return (
    <OrganizationForm
      id="organizador"
      form={form}
      fields={FIELDS}
      descriptions={{
        company: 'Como o organizador aparece nas páginas dos eventos e nos documentos.',
        access: isNew ? INVITED : INVITED_ANEW,
      }}
      enterprise={
        <SelectField
          control={form.control}
          name="enterprise_id"
          label={ORGANIZER_LABELS.enterprise_id}
          description="A que responde pelas taxas dos eventos"
          data={(enterprises.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      }
      onSave={onSave}
      back={back}
      guardsView
    >
      {decidesWhoIsPaid && (
        <ConfirmPassword>Quem tem o e-mail entra na conta, e o CNPJ diz quem recebe.</ConfirmPassword>
      )}
    </OrganizationForm>
  )
}

const INVITED =
  'Ao salvar, o convite segue para este e-mail: por ele a pessoa confirma o endereço e cria a senha.'
const INVITED_ANEW =
  'Se o e-mail mudar, a pessoa sai de todos os aparelhos e recebe um novo convite no endereço novo.'
