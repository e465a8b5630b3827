import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import cells from './cells.module.css'

interface RowLinkProps extends LinkProps {
  /** The path that the key E opens. */
  edit?: string | undefined
}

export const RowLink = ({ edit, ...props }: RowLinkProps) => (
  <Link {...props} data-row-link data-edit={edit} />
)

/** Moves the focus to the next or the previous row of the list, or to its first row. */
export function focusRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-row-link]')]
  const current = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = links[current < 0 ? 0 : current + step]
  next?.focus()
  // Only where the focus would be out of sight.
  next?.scrollIntoView({ block: 'nearest' })
}

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
