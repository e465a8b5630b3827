import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './toolbar.module.css'
import { useDebounced } from './use-debounced.ts'

interface SearchFieldProps {
  value: string
  onSearch: (text: string) => void
  placeholder?: string
}

export function SearchField({ value, onSearch, placeholder = 'Pesquisar...' }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const report = useDebounced(onSearch)
  const change = (next: string) => {
    setText(next)
    report.call(next)
  }
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={placeholder.replace('...', '')}
      placeholder={placeholder}
      leftSection={<IconSearch size={20} aria-hidden />}
      rightSection={text && <CloseButton aria-label="Limpar pesquisa" onClick={() => change('')} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
