import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { PublicEvent } from '#contract/event/event.ts'
import { CreateGroupInput, createGroup, GROUP_KINDS, type listMyGroups } from '#contract/group/group.ts'
import { countWords } from '#contract/words.ts'
import { api } from '#web/api/api.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { useSubmit } from '#web/api/use-submit.ts'
import { eventQuery } from '#web/features/event/queries.ts'
import { GROUP_PATH, HOME_PATH, pathTo } from '#web/paths.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FieldRow, FormSection } from '#web/ui/form-section.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { optionsOf } from '#web/ui/options-of.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import own from './group.module.css'
import { myGroupsQuery } from './queries.ts'

export const meta = pageTitle('Meus grupos')

type Row = z.output<typeof listMyGroups.data>[number]

/** The address names the event in which a group is to be created, if any. */
export default function MyGroupsScreen() {
  const [search] = useSearchParams()
  const slug = search.get('evento') ?? ''
  const event = useQuery({ ...eventQuery(slug), enabled: slug !== '', retry: false })
  const list = useQuery(myGroupsQuery)
  const race = event.data?.groups_until ? event.data : null
  return (
    <>
      <PageHeader
        title="Meus grupos"
        description="Reúna a sua assessoria, empresa ou família numa corrida, veja o que falta e pague por quem quiser."
      />
      {race && <NewGroup event={race} />}
      {(!race || list.data?.length !== 0) && (
        <DataTable
          caption="Grupos de que sou capitão"
          columns={COLUMNS}
          rows={list.data}
          rowKey={({ id }) => id}
          failure={list.data ? undefined : listFailure(list)}
          empty={
            <EmptyState description="Você ainda não criou nenhum grupo. Abra a página de uma corrida que aceita grupos e escolha Criar um grupo.">
              <LinkButton to={HOME_PATH}>Encontrar uma corrida</LinkButton>
            </EmptyState>
          }
        />
      )}
    </>
  )
}

const FIELDS = ['name', 'kind'] as const

function NewGroup({ event }: { event: PublicEvent }) {
  const navigate = useNavigate()
  const form = useForm<z.input<typeof CreateGroupInput>, unknown, z.output<typeof CreateGroupInput>>({
    resolver: zodResolver(CreateGroupInput),
    defaultValues: { event_id: event.id, name: '', kind: 'club' },
  })
  const { isSubmitting } = form.formState
  const submit = useSubmit(form, {
    fields: FIELDS,
    otherwise: 'name',
    failure: 'Não foi possível criar o grupo.',
    send: async (body) => {
      const { data } = await api(createGroup, { body })
      await navigate(pathTo(GROUP_PATH, data.id))
    },
  })
  const { control } = form
  return (
    <form method="post" onSubmit={submit} noValidate aria-busy={isSubmitting} className={own.create}>
      <FormSection
        title={`Novo grupo: ${event.title}`}
        description={`Os corredores entram e saem até ${event.groups_until}.`}
      >
        <FieldRow columns="3fr 2fr">
          <TextField control={control} name="name" label="Nome do grupo" required autoComplete="off" />
          <SelectField control={control} name="kind" label="Tipo" data={optionsOf(GROUP_KINDS)} />
        </FieldRow>
        <SubmitButton busy={isSubmitting}>Criar grupo</SubmitButton>
      </FormSection>
    </form>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Grupo',
    title: true,
    cell: ({ id, name }) => (
      <RecordLink id={`group-${id}`} to={pathTo(GROUP_PATH, id)}>
        {name}
      </RecordLink>
    ),
  },
  { key: 'event', header: 'Corrida', cell: ({ event }) => event.title },
  { key: 'date', header: 'Data', cell: ({ event }) => <span className="numbers">{event.date_event}</span> },
  { key: 'members', header: 'Membros', align: 'end', cell: ({ members }) => countWords(members) },
]
