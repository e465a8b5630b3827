import { Button } from '@mantine/core'
import { IconRun, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { listFailure } from '../../query-failure.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { usePage } from '../../ui/use-page.ts'
import { useArrivalToast } from '../checkout/use-arrival-toast.ts'
import { FilterForm } from './filter-form.tsx'
import { isFiltered, readFilters, writeFilters } from './filters.ts'
import { registrationsQuery } from './queries.ts'
import classes from './registration-table.module.css'
import { COLUMNS } from './registration-table.tsx'

/** The runner's registrations, of themselves and of those they registered. */
export function MyEventsScreen() {
  useArrivalToast()
  const [search] = useSearchParams()
  const filters = readFilters(search)
  const list = useQuery(registrationsQuery(filters, usePage()))
  return (
    <>
      <PageHeader title="Meus Eventos" description="Suas inscrições e as de quem você inscreveu.">
        <Button component={Link} to="/" leftSection={<IconRun size={20} aria-hidden />}>
          Lista de Eventos
        </Button>
      </PageHeader>
      <FilterForm key={writeFilters(filters).toString()} filters={filters} label="Filtrar inscrições" />
      <div className={classes.list}>
        <DataTable
          caption="Minhas inscrições"
          columns={COLUMNS}
          rows={list.data?.data}
          rowKey={({ id }) => id}
          meta={list.data?.meta}
          empty={isFiltered(filters) ? <NothingFound /> : <NothingYet />}
          failure={listFailure(list)}
        />
      </div>
    </>
  )
}

function NothingYet() {
  return (
    <EmptyState
      title="Sua próxima largada começa aqui"
      description="Você ainda não tem inscrições. Escolha uma corrida e garanta a sua vaga."
      icon={<IconRun size={28} />}
    >
      <Button component={Link} to="/">
        Encontrar uma corrida
      </Button>
    </EmptyState>
  )
}

function NothingFound() {
  return (
    <EmptyState
      title="Nenhum registro encontrado."
      description="Nenhuma inscrição combina com esses filtros."
      icon={<IconSearch size={28} />}
    >
      <Button component={Link} to={{ search: '' }} variant="default">
        Limpar filtros
      </Button>
    </EmptyState>
  )
}
