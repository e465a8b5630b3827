import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { type AuditFilters, readAuditFilters, writeAuditFilters } from './audit-filters.ts'
import { ACTION_WORDS, ENTITY_WORDS } from './audit-words.ts'
import operations from './operations.module.css'

/** Pass the filters as `key`: the fields are uncontrolled and start anew when the URL changes. */
export function AuditFilterForm({ filters }: { filters: AuditFilters }) {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { pessoa = '', ...asked } = Object.fromEntries(
      Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value)]),
    )
    const state = { pessoa }
    const wanted = readAuditFilters(new URLSearchParams(asked), state)
    navigate({ search: writeAuditFilters(wanted).toString() }, { state })
  }
  const number = { inputMode: 'numeric', autoComplete: 'off', maxLength: 15 } as const
  return (
    <search>
      <form className={operations.filters} aria-label="Filtrar auditoria" onSubmit={search}>
        <TextInput
          type="search"
          name="pessoa"
          label="Quem"
          placeholder="Nome ou e-mail"
          maxLength={120}
          autoComplete="off"
          className={operations.wide}
          leftSection={<IconSearch size={20} aria-hidden />}
          defaultValue={filters.pessoa}
        />
        <NativeSelect name="acao" label="O que fez" defaultValue={filters.acao} className={operations.wide}>
          <option value="">Tudo</option>
          {Object.entries(ACTION_WORDS).map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </NativeSelect>
        <TextInput type="date" name="de" label="De" defaultValue={filters.de} />
        <TextInput type="date" name="ate" label="Até" defaultValue={filters.ate} />
        <NativeSelect name="entidade" label="Em quê" defaultValue={filters.entidade}>
          <option value="">Tudo</option>
          {Object.entries(ENTITY_WORDS).map(([entity, words]) => (
            <option key={entity} value={entity}>
              {words}
            </option>
          ))}
        </NativeSelect>
        <TextInput name="evento" label="Nº do evento" defaultValue={filters.evento} {...number} />
        {/* A link to the history of one record sets this filter; it is kept while the others change. */}
        <input type="hidden" name="registro" value={filters.registro} />
        <div className={operations.buttons}>
          <Button type="submit">Buscar</Button>
          <Button component={Link} to={{ search: '' }} variant="default">
            Limpar
          </Button>
        </div>
      </form>
    </search>
  )
}
