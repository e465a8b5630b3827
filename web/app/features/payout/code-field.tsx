import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { secondFactorQuery } from '../account/queries.ts'

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error: string | undefined
}

/** Asks whoever has two-step verification on for a code. */
export function CodeField({ value, onChange, error }: CodeFieldProps) {
  if (!useQuery(secondFactorQuery).data?.enabled_at) return null
  return (
    <TextInput
      label="Código de verificação"
      description="Seis dígitos do aplicativo, ou um código de recuperação."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
