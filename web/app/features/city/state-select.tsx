import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { useStates } from './use-states.ts'

/** One of the 27 states, by its abbreviation; empty until one is chosen. */
export function StateSelect({ label = 'Estado', ...props }: Omit<NativeSelectProps, 'data' | 'children'>) {
  const states = useStates()
  return (
    <NativeSelect label={label} autoComplete="address-level1" {...props}>
      <option value="">Escolha o estado</option>
      {states.map(({ abbreviation, name }) => (
        <option key={abbreviation} value={abbreviation}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
