import { Skeleton } from '@mantine/core'
import { IconFileDownload, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearchParams } from 'react-router'
import { exportAudit } from '#contract/backoffice/operations.ts'
import { api } from '../../../api.ts'
import { DownloadButton } from '../../../download-button.tsx'
import { writeFilters } from '../../../list-filters.ts'
import { listFailure } from '../../../query-failure.ts'
import entries from '../../../ui/change-entry.module.css'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Frame, FramedError } from '../../../ui/frame.tsx'
import { ListFooter } from '../../../ui/list-footer.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { usePage } from '../../../ui/use-page.ts'
import { NothingFound } from '../nothing-found.tsx'
import { auditQuery } from '../queries.ts'
import { AuditEntry } from './audit-entry.tsx'
import { auditFile } from './audit-file.ts'
import { AuditFilterForm } from './audit-filter-form.tsx'
import { auditQueryOf, readAuditFilters } from './audit-filters.ts'
import { OperationsTabs } from './operations-tabs.tsx'

const SKELETONS = [1, 2, 3, 4, 5]

export const meta = pageTitle('Auditoria')

/** The audit log of everything that people change. */
export default function AuditScreen() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const filters = readAuditFilters(search, state)
  const written = writeFilters(filters)
  const page = usePage()
  const list = useQuery(auditQuery({ ...auditQueryOf(filters), page }))
  const failure = listFailure(list)
  return (
    <>
      <PageHeader
        title="Auditoria"
        description={
          filters.registro
            ? `Só o que aconteceu com o registro nº ${filters.registro}. Limpe a busca para ver tudo.`
            : 'Quem mudou o quê, e quando. Nada daqui pode ser apagado.'
        }
      >
        <DownloadButton
          variant="default"
          leftSection={<IconFileDownload size={20} aria-hidden />}
          load={async () => {
            const { data } = await api(exportAudit, { body: auditQueryOf(filters) })
            return new Blob([auditFile(data)], { type: 'text/csv' })
          }}
          fileName="auditoria.csv"
          failure="Erro ao exportar a auditoria."
        >
          Exportar CSV
        </DownloadButton>
      </PageHeader>
      <OperationsTabs />
      <AuditFilterForm key={written.toString()} filters={filters} />
      {!list.data && failure && <FramedError {...failure} />}
      {!list.data && !failure && (
        <div className={entries.entries} aria-busy>
          {SKELETONS.map((one) => (
            <Skeleton key={one} height={92} radius="lg" />
          ))}
        </div>
      )}
      {list.data?.data.length === 0 && (
        <Frame>
          {written.size > 0 ? (
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
