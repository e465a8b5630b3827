import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { writeFilters } from '../../../list-filters.ts'
import { DateInput } from '../../../ui/date-input.tsx'
import form from '../../../ui/search-form.module.css'
import { filterOptions, SearchForm, SearchText } from '../../../ui/search-form.tsx'
import { type AuditFilters, readAuditFilters } from './audit-filters.ts'
import { ACTION_WORDS, ENTITY_WORDS } from './audit-words.ts'

export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const navigate = useNavigate()
  const search = ({ pessoa = '', ...fields }: Record<string, string>) => {
    const { pessoa: _pessoa, ...filters } = readAuditFilters(new URLSearchParams(fields), null)
    navigate({ search: writeFilters(filters).toString() }, { state: { pessoa } })
  }
  return (
    <SearchForm label="Filtrar auditoria" onSearch={search}>
      <SearchText name="pessoa" label="Quem" placeholder="Nome ou e-mail" defaultValue={filters.pessoa} />
      <NativeSelect
        name="acao"
        label="O que fez"
        defaultValue={filters.acao}
        className={form.wide}
        data={filterOptions('Tudo', Object.entries(ACTION_WORDS))}
      />
      <DateInput name="de" label="De" defaultValue={filters.de} />
      <DateInput name="ate" label="Até" defaultValue={filters.ate} />
      <NativeSelect
        name="entidade"
        label="Em quê"
        defaultValue={filters.entidade}
        data={filterOptions('Tudo', Object.entries(ENTITY_WORDS))}
      />
      <TextInput
        name="evento"
        label="Nº do evento"
        defaultValue={filters.evento}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
      />
      <TextInput
        name="registro"
        label="Nº do registro"
        defaultValue={filters.registro}
        inputMode="numeric"
        autoComplete="off"
        maxLength={15}
      />
      <TextInput
        name="cobranca"
        label="Cobrança do gateway"
        placeholder="cob_… ou pay_…"
        defaultValue={filters.cobranca}
        autoComplete="off"
        maxLength={60}
      />
    </SearchForm>
  )
}
