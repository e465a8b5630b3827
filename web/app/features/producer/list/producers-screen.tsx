import { IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Producer } from '#contract/producer/producer.ts'
import { plainText } from '#contract/words.ts'
import { listFailure } from '#web/api/query-failure.ts'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { NEW_PRODUCER_PATH } from '#web/paths.ts'
import { useMay } from '#web/session/use-may.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ListToolbar } from '#web/ui/list-toolbar.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { pageTitle } from '#web/ui/page-title.ts'
import { producersQuery } from '../queries.ts'
import { LinkDialog } from './link-dialog.tsx'
import { producerColumns } from './producer-columns.tsx'
import classes from './producers.module.css'

export const meta = pageTitle('Listagem de Realizadores')

export default function ProducersScreen() {
  const { search, setSearch } = useListSearch({}, { forPeople: true })
  const list = useQuery(producersQuery)
  const [linking, setLinking] = useState<Producer | null>(null)
  const mayCreate = useMay('create-realizador')
  const mayEdit = useMay('edit-realizador')
  const columns = useMemo(() => producerColumns({ mayEdit, onLink: setLinking }), [mayEdit])
  return (
    <>
      <PageHeader title="Listagem de Realizadores" description="Quem trabalha nos seus eventos com você.">
        {mayCreate && <NewProducerButton />}
      </PageHeader>
      <ListToolbar search={{ value: search, onSearch: setSearch }} />
      <div className={classes.list}>
        <DataTable
          dense
          caption="Realizadores"
          columns={columns}
          rows={list.data?.filter((producer) => answers(producer, search))}
          rowKey={({ id }) => id}
          empty={search ? NOTHING_FOUND : <NothingYet mayCreate={mayCreate} />}
          failure={listFailure(list)}
        />
      </div>
      <LinkDialog producer={linking} onClose={() => setLinking(null)} />
    </>
  )
}

/** Searched in the browser, so that typed e-mails are not sent. */
const answers = ({ fantasy_name, responsible, email }: Producer, search: string): boolean =>
  [fantasy_name, responsible ?? '', email].some((text) => plainText(text).includes(plainText(search.trim())))

function NewProducerButton() {
  return (
    <LinkButton to={NEW_PRODUCER_PATH} icon={IconPlus}>
      Novo Realizador
    </LinkButton>
  )
}

function NothingYet({ mayCreate }: { mayCreate: boolean }) {
  return (
    <EmptyState
      description="Ninguém organiza sozinho: cadastre um realizador para dividir o trabalho. Ele recebe um convite por e-mail e só vê o que você permitir."
      icon={<IconUsersGroup size={28} />}
    >
      {mayCreate && <NewProducerButton />}
    </EmptyState>
  )
}

const NOTHING_FOUND = (
  <EmptyState description="Nenhum realizador combina com essa pesquisa." icon={<IconSearch size={28} />} />
)
