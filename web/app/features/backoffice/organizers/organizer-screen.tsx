import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { createOrganizer, updateOrganizer } from '#contract/backoffice/organizers.ts'
import { api } from '../../../api.ts'
import { EDIT_PARAM, ORGANIZER_PATH, ORGANIZERS_PATH, pathTo } from '../../../paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { idOf } from '../../../use-id-param.ts'
import { ORGANIZERS_KEY, organizerQuery } from '../queries.ts'
import { RecordState } from '../record-state.tsx'
import { OrganizerForm } from './organizer-form.tsx'
import { organizerValues } from './organizer-values.ts'
import { OrganizerView } from './organizer-view.tsx'

const EMPTY = organizerValues(null)

export const meta = pageTitle('Organizador')

/** An organizer, to invite, to look at and, in a second mode, to change. */
export default function OrganizerScreen() {
  const { id } = useParams()
  return id === 'novo' ? <New /> : <Known key={id} id={idOf(id) ?? 0} />
}

function New() {
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

function Known({ id }: { id: number }) {
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
          // The view that follows shows what was saved.
          await queries.invalidateQueries({ queryKey: ORGANIZERS_KEY })
          view()
        }}
      />
    </>
  )
}
