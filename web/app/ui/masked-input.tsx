import { InputBase, type InputBaseProps } from '@mantine/core'
import type { Ref } from 'react'
import { IMaskInput } from 'react-imask'
import { MASKS, type MaskKind } from './masks.ts'

export interface MaskedInputProps extends InputBaseProps {
  mask: MaskKind
  /** As typed, punctuation included; of `money` and `percent` the wire form, `129.90`. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  autoComplete?: string
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** A text field that writes the punctuation itself and brings the right keyboard. */
export function MaskedInput({ mask, value, onChange, ref, ...props }: MaskedInputProps) {
  const { options, inputMode, placeholder } = MASKS[mask]
  return (
    <InputBase
      component={IMaskInput}
      {...options}
      inputMode={inputMode}
      placeholder={placeholder}
      unmask={mask === 'money' || mask === 'percent'}
      leftSection={mask === 'money' ? <span aria-hidden>R$</span> : undefined}
      rightSection={mask === 'percent' ? <span aria-hidden>%</span> : undefined}
      {...props}
      value={value}
      onAccept={(accepted: string) => accepted !== value && onChange(accepted)}
      inputRef={ref}
    />
  )
}
