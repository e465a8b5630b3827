import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import operations from './operations.module.css'
import { readSecurityFilters, type SecurityFilters } from './security-filters.ts'
import { GROUP_WORDS } from './security-words.ts'

interface SecurityFilterFormProps {
  filters: SecurityFilters
  /** The server's message about the IP address. */
  ipError: string | undefined
}

/** Pass the filters as `key`: the fields are uncontrolled and start anew when the filters change. */
export function SecurityFilterForm({ filters, ipError }: SecurityFilterFormProps) {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const asked = Object.fromEntries(new FormData(event.currentTarget))
    navigate({ search: '' }, { state: { security: readSecurityFilters(asked) } })
  }
  return (
    <search>
      <form className={operations.filters} aria-label="Filtrar o registro de segurança" onSubmit={search}>
        <TextInput
          type="search"
          name="account"
          label="Conta"
          placeholder="Nome ou e-mail"
          maxLength={120}
          autoComplete="off"
          className={operations.wide}
          leftSection={<IconSearch size={20} aria-hidden />}
          defaultValue={filters.account}
        />
        <NativeSelect
          name="group"
          label="O que aconteceu"
          defaultValue={filters.group}
          className={operations.wide}
        >
          <option value="">Tudo</option>
          {Object.entries(GROUP_WORDS).map(([group, words]) => (
            <option key={group} value={group}>
              {words}
            </option>
          ))}
        </NativeSelect>
        <TextInput
          name="ip"
          label="Endereço IP"
          placeholder="203.0.113.7 ou 203.0.113.0/24"
          maxLength={60}
          autoComplete="off"
          className={operations.wide}
          defaultValue={filters.ip}
          error={ipError}
        />
        <TextInput type="date" name="from" label="De" defaultValue={filters.from} />
        <TextInput type="date" name="to" label="Até" defaultValue={filters.to} />
        <div className={operations.buttons}>
          <Button type="submit">Buscar</Button>
          <Button variant="default" onClick={() => navigate({ search: '' })}>
            Limpar
          </Button>
        </div>
      </form>
    </search>
  )
}
