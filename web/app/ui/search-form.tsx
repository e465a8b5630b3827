import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { MAX_FILTER_LENGTH } from '../list-filters.ts'
import { LinkButton } from './link-button.tsx'
import classes from './search-form.module.css'

interface SearchFormProps {
  /** Names the form for screen readers. */
  label: string
  onSearch: (fields: Record<string, string>) => void
  children: ReactNode
}

/**
 * A form of filters above a list, applied by 'Buscar'. Pass the filters as `key`: the fields are uncontrolled and start anew
 * when the filters change.
 */
export function SearchForm({ label, onSearch, children }: SearchFormProps) {
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Array.from(new FormData(event.currentTarget), ([name, value]) => [name, String(value)])
    onSearch(Object.fromEntries(fields))
  }
  return (
    <search>
      <form className={classes.form} aria-label={label} onSubmit={search}>
        <div className={classes.fields}>{children}</div>
        <div className={classes.buttons}>
          <Button type="submit">Buscar</Button>
          <LinkButton to={{ search: '' }} variant="default">
            Limpar
          </LinkButton>
        </div>
      </form>
    </search>
  )
}

interface SearchTextProps extends TextInputProps {
  name: string
  /** Half as wide on a narrow screen. */
  half?: boolean
}

/** A text that is searched for. */
export const SearchText = ({ half = false, ...props }: SearchTextProps) => (
  <TextInput
    type="search"
    maxLength={MAX_FILTER_LENGTH}
    autoComplete="off"
    enterKeyHint="search"
    className={half ? classes.half : classes.wide}
    leftSection={<IconSearch size={20} aria-hidden />}
    {...props}
  />
)

/** The options of a select whose empty value filters nothing. */
export const filterOptions = (all: string, options: readonly (readonly [value: string, label: string])[]) => [
  { value: '', label: all },
  ...options.map(([value, label]) => ({ value, label })),
]
