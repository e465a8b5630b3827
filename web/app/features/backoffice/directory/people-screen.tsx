import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PersonRow } from '#contract/backoffice/directory.ts'
import { formatPhone } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { SearchableList } from '#web/lists/searchable-list.tsx'
import { useListSearch } from '#web/lists/use-list-search.ts'
import { PERSON_PATH, pathTo } from '#web/paths.ts'
import classes from '#web/ui/cells.module.css'
import { Lines, Unbroken } from '#web/ui/cells.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { momentWords } from '#web/ui/date-time-words.ts'
import { pageTitle } from '#web/ui/page-title.ts'
import { RecordLink } from '#web/ui/row-link.tsx'
import { usePage } from '#web/ui/use-page.ts'
import { peopleQuery } from '../queries.ts'

const COLUMNS: readonly Column<PersonRow>[] = [
  {
    key: 'name',
    header: 'Pessoa',
    title: true,
    compact: 'first',
    cell: ({ id, name, masked_cpf }) => (
      <Lines minor={`CPF ${masked_cpf}`}>
        <RecordLink to={pathTo(PERSON_PATH, id)}>{name}</RecordLink>
      </Lines>
    ),
  },
  {
    key: 'phone',
    header: 'Telefone',
    compact: 'third',
    cell: ({ phone }) => <Unbroken>{formatPhone(phone)}</Unbroken>,
  },
  {
    key: 'last',
    header: 'Última inscrição',
    compact: 'second',
    cell: ({ last_event, last_registered_at }) => (
      <div className={classes.lines}>
        <span>{last_event}</span>
        <span className={`${classes.minor} ${classes.wide} numbers`}>{momentWords(last_registered_at)}</span>
      </div>
    ),
  },
  {
    key: 'count',
    header: 'Inscrições',
    align: 'end',
    compact: 'third-end',
    labelled: true,
    cell: ({ registrations }) => countWords(registrations),
  },
]

export const meta = pageTitle('Pessoas')

export default function PeopleScreen() {
  const list = useListSearch({}, { forPeople: true })
  const query = useQuery(peopleQuery({ search: list.search, page: usePage() }))
  return (
    <SearchableList
      dense
      title="Pessoas"
      description="Quem corre nos eventos da empresa, com conta ou não. Busque por nome, CPF ou e-mail."
      columns={COLUMNS}
      query={query}
      list={list}
      context={undefined}
      nothingFound="Nenhuma pessoa combina com essa pesquisa."
      icon={IconUsers}
    />
  )
}
