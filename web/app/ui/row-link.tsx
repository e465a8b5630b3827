import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import cells from './cells.module.css'

export const RowLink = (props: LinkProps) => <Link {...props} data-row-link />

/** The row's link as the name of its record. */
export const RecordLink = (props: LinkProps) => <RowLink className={cells.name} {...props} />

/** A link cannot cover its row: that needs the row as containing block, which WebKit does not support. */
export function followRowLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = event
  // The menu of a row is elsewhere in the document, but React propagates its clicks to the row.
  if (!(target instanceof Element) || !row.contains(target)) return
  if (
    target.closest('a, button, input, label, [data-kind="select"]') ||
    getSelection()?.isCollapsed === false
  )
    return
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  const link = row.querySelector<HTMLAnchorElement>('[data-row-link]')
  // A dialog that opens returns the focus to the link.
  link?.focus({ preventScroll: true })
  link?.dispatchEvent(click)
}
