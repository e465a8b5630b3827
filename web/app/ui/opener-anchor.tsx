import { type Ref, type RefObject, useImperativeHandle } from 'react'

interface OpenerAnchorProps {
  opener: RefObject<HTMLElement | null>
  ref?: Ref<HTMLElement | null>
}

/** Makes an existing button the anchor of a popover whose code is loaded later. */
export function OpenerAnchor({ opener, ref }: OpenerAnchorProps) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => opener.current, [opener])
  return null
}
