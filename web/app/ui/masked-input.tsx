import { InputBase, type InputBaseProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type FormEvent, type Ref, type RefObject, useEffect, useRef } from 'react'
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

/** What the input's component instance lets be reached: the mask at work. */
interface Masking {
  maskRef?: { value: string; _saveSelection: () => void }
}

/** Browsers fill a field in without saying how; people type, paste and delete. */
const isFilledIn = ({ nativeEvent }: FormEvent) =>
  !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText'

/** A text field that writes the punctuation itself and brings the right keyboard. */
export function MaskedInput({ mask, value, onChange, ref, ...props }: MaskedInputProps) {
  const { options, inputMode, placeholder } = MASKS[mask]
  const masking = useRef<Masking>(null)
  const input = useRef<HTMLInputElement>(null)
  useSelection(input, masking)
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
      inputRef={useMergedRef(input, ref)}
      ref={masking}
      // A value set by the browser replaces all of the old one: it is no typing into it.
      onInputCapture={(event: FormEvent<HTMLInputElement>) => {
        const mask = masking.current?.maskRef
        if (!mask || !isFilledIn(event)) return
        event.stopPropagation()
        mask.value = event.currentTarget.value
      }}
    />
  )
}

/** The mask looks at the selection when a key goes down. Pasting by mouse or finger presses none. */
function useSelection(input: RefObject<HTMLInputElement | null>, masking: RefObject<Masking | null>): void {
  useEffect(() => {
    const element = input.current
    const look = () => masking.current?.maskRef?._saveSelection()
    element?.addEventListener('beforeinput', look)
    return () => element?.removeEventListener('beforeinput', look)
  }, [input, masking])
}
