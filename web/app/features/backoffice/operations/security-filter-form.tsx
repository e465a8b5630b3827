import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { DateInput } from '../../../ui/date-input.tsx'
import form from '../../../ui/search-form.module.css'
import { filterOptions, SearchForm, SearchText } from '../../../ui/search-form.tsx'
import { readSecurityFilters, type SecurityFilters } from './security-filters.ts'
import { GROUP_WORDS } from './security-words.ts'

interface SecurityFilterFormProps {
  filters: SecurityFilters
  /** The server's message about the IP address. */
  ipError: string | undefined
}

export function SecurityFilterForm({ filters, ipError }: SecurityFilterFormProps) {
  const navigate = useNavigate()
  return (
    <SearchForm
      label="Filtrar o registro de segurança"
      onSearch={(fields) => navigate({ search: '' }, { state: { security: readSecurityFilters(fields) } })}
    >
      <SearchText name="account" label="Conta" placeholder="Nome ou e-mail" defaultValue={filters.account} />
      <NativeSelect
        name="group"
        label="O que aconteceu"
        defaultValue={filters.group}
        className={form.wide}
        data={filterOptions('Tudo', Object.entries(GROUP_WORDS))}
      />
      <TextInput
        name="ip"
        label="Endereço IP"
        placeholder="203.0.113.7 ou 203.0.113.0/24"
        maxLength={60}
        autoComplete="off"
        className={form.wide}
        defaultValue={filters.ip}
        error={ipError}
      />
      <DateInput name="from" label="De" defaultValue={filters.from} />
      <DateInput name="to" label="Até" defaultValue={filters.to} />
    </SearchForm>
  )
}
