import { Skeleton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { exportAudit } from '#contract/backoffice/operations.ts'
import { api } from '#web/api/api.ts'
import { DownloadButton } from '#web/api/download-button.tsx'
import { listFailure } from '#web/api/query-failure.ts'
import { FilterForm } from '#web/lists/filter-form.tsx'
import { choiceFilter, dayFilter, numberFilter, searchFilter, textFilter } from '#web/lists/filters.ts'
import { NothingFound } from '#web/lists/nothing-found.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import entries from '#web/ui/change-entry.module.css'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Frame, FramedError } from '#web/ui/frame.tsx'
import { ListFooter } from '#web/ui/list-footer.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { usePage } from '#web/ui/use-page.ts'
import { auditQuery } from '../queries.ts'
import { AuditEntry } from './audit-entry.tsx'
import { auditFile } from './audit-file.ts'
import { ACTION_WORDS, ENTITY_WORDS } from './audit-words.ts'

const FILTERS = {
  actor: searchFilter({ label: 'Quem', placeholder: 'Nome, e-mail', personal: true }),
  action: choiceFilter(Object.entries(ACTION_WORDS), {
    param: 'acao',
    label: 'O que fez',
    none: 'Tudo',
  }),
  from: dayFilter({ param: 'de', label: 'De', aim: 'past' }),
  to: dayFilter({ param: 'ate', label: 'Até', aim: 'past' }),
  entity: choiceFilter(Object.entries(ENTITY_WORDS), {
    param: 'entidade',
    label: 'Em quê',
    none: 'Tudo',
    rare: true,
  }),
  event_id: numberFilter({ param: 'evento', label: 'Nº do evento', rare: true }),
  entity_id: numberFilter({ param: 'registro', label: 'Nº do registro', rare: true }),
  charge: textFilter({
    param: 'cobranca',
    label: 'Cobrança do gateway',
    placeholder: 'cob_… ou pay_…',
    maxLength: 60,
    rare: true,
  }),
}

const SKELETONS = [1, 2, 3, 4, 5]

export const meta = pageTitle('Auditoria')

export default function AuditScreen() {
  const search = useListSearch(FILTERS)
  const { filters, query } = search
  const list = useQuery(auditQuery({ ...query, page: usePage() }))
  const failure = listFailure(list)
  return (
    <>
      <PageHeader
        title="Auditoria"
        description={
          filters.entity_id
            ? `Só o que aconteceu com o registro nº ${filters.entity_id}. Limpe a busca para ver tudo.`
            : 'Quem mudou o quê, e quando. Nada daqui pode ser apagado.'
        }
      >
        <DownloadButton
          load={async () => {
            const { data } = await api(exportAudit, { body: query })
            return new Blob([auditFile(data)], { type: 'text/csv' })
          }}
          fileName="auditoria.csv"
          failure="Erro ao exportar a auditoria."
        >
          Exportar CSV
        </DownloadButton>
      </PageHeader>
      <FilterForm list={search} context={undefined} label="Filtrar auditoria" />
      {!list.data && failure && <FramedError {...failure} />}
      {!list.data && !failure && (
        <div className={entries.entries} aria-busy>
          {SKELETONS.map((one) => (
            <Skeleton key={one} height={60} radius={0} />
          ))}
        </div>
      )}
      {list.data?.data.length === 0 && (
        <Frame>
          {search.isFiltered ? (
            <NothingFound>Nada combina com essa busca.</NothingFound>
          ) : (
            <EmptyState icon={<IconHistory size={28} />} />
          )}
        </Frame>
      )}
      {list.data && list.data.data.length > 0 && (
        <>
          <ul className={entries.entries} aria-label="Histórico">
            {list.data.data.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} />
            ))}
          </ul>
          <ListFooter meta={list.data.meta} />
        </>
      )}
    </>
  )
}
