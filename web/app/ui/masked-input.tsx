import { InputBase, type InputBaseProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type FormEvent, type Ref, type RefObject, useEffect, useRef } from 'react'
import { IMaskInput } from 'react-imask'
import { MASKS, type MaskKind } from './masks.ts'

export interface MaskedInputProps extends InputBaseProps {
  mask: MaskKind
  /** The text with its punctuation; for `money` and `percent` the API's format, `129.90`. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  autoComplete?: string
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

interface Masking {
  maskRef?: { value: string; _saveSelection: () => void; alignCursorFriendly: () => void }
}

/** Whether the browser filled in the field, as opposed to typing, pasting or deleting. */
const isFilledIn = ({ nativeEvent }: FormEvent) =>
  !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText'

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
      // A value filled in by the browser replaces the old one; the mask would insert it.
      onInputCapture={(event: FormEvent<HTMLInputElement>) => {
        const mask = masking.current?.maskRef
        if (!mask || !isFilledIn(event)) return
        event.stopPropagation()
        mask.value = event.currentTarget.value
      }}
    />
  )
}

/**
 * The mask reads the selection on keydown, which a paste by mouse or touch does not trigger. It must not move
 * the cursor on focus, which would drop a selection made by a program.
 */
function useSelection(input: RefObject<HTMLInputElement | null>, masking: RefObject<Masking | null>): void {
  useEffect(() => {
    const element = input.current
    if (masking.current?.maskRef) masking.current.maskRef.alignCursorFriendly = () => {}
    const look = () => masking.current?.maskRef?._saveSelection()
    element?.addEventListener('beforeinput', look)
    return () => element?.removeEventListener('beforeinput', look)
  }, [input, masking])
}
