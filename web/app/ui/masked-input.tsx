import { InputBase, type InputBaseProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type FormEvent, type Ref, type RefObject, useEffect, useRef } from 'react'
import { IMaskInput } from 'react-imask'
import { MASKS, type MaskKind } from './masks.ts'

export interface MaskedInputProps extends InputBaseProps {
  mask: MaskKind
  /** The text with its punctuation; for `money` and `percent` the API's form, `129.90`. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  autoComplete?: string
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** The part of IMaskInput's instance that is used here. */
interface Masking {
  maskRef?: { value: string; _saveSelection: () => void; alignCursorFriendly: () => void }
}

/** Whether the browser filled the field in, rather than the person by typing, pasting or deleting. */
const isFilledIn = ({ nativeEvent }: FormEvent) =>
  !(nativeEvent instanceof InputEvent) || nativeEvent.inputType === 'insertReplacementText'

/** A text field that adds the punctuation itself and opens the right keyboard. */
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
      // A value filled in by the browser replaces the old one; the mask would treat it as typed into it.
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
 * The mask reads the selection on keydown, which pasting with a mouse or finger does not trigger. Nor may it move the cursor when the
 * field takes the focus: what a program selects to replace it would be left.
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
