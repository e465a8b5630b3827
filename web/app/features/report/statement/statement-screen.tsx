import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMatch } from 'react-router'
import { failureMessage } from '../../../api.ts'
import { COMPANY_HOME_PATH, COMPANY_STATEMENT_PATH, ORGANIZER_HOME_PATH } from '../../../paths.ts'
import { listFailure } from '../../../query-failure.ts'
import { DetailToolbar } from '../../../ui/detail-toolbar.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Frame } from '../../../ui/frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.ts'
import { useListSearch } from '../../backoffice/use-list-search.ts'
import { readFilters } from './filters.ts'
import { statementFile, statementQuery } from './queries.ts'
import classes from './statement.module.css'
import { StatementFilterBar } from './statement-filter-bar.tsx'
import { StatementTables } from './statement-tables.tsx'
import { StatementTotals } from './statement-totals.tsx'

const WORDS = {
  company: 'O que entrou, o que voltou e o que é de cada organizador.',
  organizer: 'O que entrou, o que voltou e o que é seu, evento por evento.',
}

export const meta = pageTitle('Extrato')

/** The accounts by organizer and event, by way of payment and by day: docs/algorithms/report.md says what each figure is. */
export default function StatementScreen() {
  const of = useMatch(COMPANY_STATEMENT_PATH) ? 'company' : 'organizer'
  const { filter, setFilters } = useListSearch()
  const filters = readFilters(filter)
  const query = useQuery(statementQuery(of, filters))
  const { data, isPlaceholderData } = query
  const failure = listFailure(query)
  const file = useMutation({
    mutationFn: () => statementFile(of, filters),
    onSuccess: (content) => saveFile(content, 'extrato.csv'),
    onError: (reason) => showToast('error', failureMessage(reason, 'Erro ao exportar o arquivo.')),
  })
  return (
    <>
      <PageHeader title="Extrato" description={WORDS[of]} />
      <DetailToolbar back={{ to: of === 'company' ? COMPANY_HOME_PATH : ORGANIZER_HOME_PATH }}>
        <Button
          variant="default"
          leftSection={<IconFileDownload size={20} aria-hidden />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          Baixar CSV
        </Button>
      </DetailToolbar>
      <StatementFilterBar
        filters={filters}
        choices={data?.choices}
        withOrganizers={of === 'company'}
        onChange={setFilters}
      />
      {failure ? (
        <Frame>
          <ErrorState {...failure} />
        </Frame>
      ) : (
        <div className={classes.sections} data-stale={isPlaceholderData || undefined}>
          <StatementTotals total={data?.total} />
          <StatementTables statement={data} withOrganizers={of === 'company'} />
        </div>
      )}
    </>
  )
}
