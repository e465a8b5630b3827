import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PersonRow } from '#contract/backoffice/company.ts'
import { formatPhone } from '#contract/documents.ts'
import { countWords } from '#contract/words.ts'
import { PERSON_PATH, pathTo } from '../../../paths.ts'
import classes from '../../../ui/cells.module.css'
import type { Column } from '../../../ui/data-table.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import { usePage } from '../../../ui/use-page.ts'
import { momentWords } from '../../registration/moment.ts'
import { peopleQuery } from '../queries.ts'
import { SearchableList } from '../searchable-list.tsx'
import { useListSearch } from '../use-list-search.ts'

const COLUMNS: readonly Column<PersonRow>[] = [
  {
    key: 'name',
    header: 'Pessoa',
    title: true,
    cell: ({ id, name, masked_cpf }) => (
      <div className={classes.lines}>
        <RowLink to={pathTo(PERSON_PATH, id)} className={classes.name}>
          {name}
        </RowLink>
        <span className={`${classes.minor} numbers`}>CPF {masked_cpf}</span>
      </div>
    ),
  },
  {
    key: 'phone',
    header: 'Telefone',
    cell: ({ phone }) => <span className={`numbers ${classes.nowrap}`}>{formatPhone(phone)}</span>,
  },
  {
    key: 'last',
    header: 'Última inscrição',
    cell: ({ last_event, last_registered_at }) => (
      <div className={classes.lines}>
        <span>{last_event}</span>
        <span className={`${classes.minor} numbers`}>{momentWords(last_registered_at)}</span>
      </div>
    ),
  },
  {
    key: 'count',
    header: 'Inscrições',
    align: 'end',
    cell: ({ registrations }) => countWords(registrations),
  },
]

export const meta = pageTitle('Pessoas')

export default function PeopleScreen() {
  const search = useListSearch({ forPeople: true })
  const page = usePage()
  const list = useQuery(peopleQuery({ search: search.search, page }))
  return (
    <SearchableList
      title="Pessoas"
      description="Quem corre nos eventos da empresa, com conta própria ou não. Busque por nome, e-mail ou CPF."
      columns={COLUMNS}
      list={list}
      search={search}
      nothingFound="Nenhuma pessoa combina com essa pesquisa."
      icon={IconUsers}
    />
  )
}
