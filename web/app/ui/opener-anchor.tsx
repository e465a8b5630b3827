import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface OpenerAnchorProps {
  opener: RefObject<HTMLElement | null>
  ref?: Ref<HTMLElement | null>
}

/** Stands for the button under which a popover opens, and which was there before the popover's code. */
export function OpenerAnchor({ opener, ref }: OpenerAnchorProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => opener.current, [opener])
  return null
}
