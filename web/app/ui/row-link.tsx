import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'

/** The link to what a row of a `DataTable` shows: pressing the row anywhere follows it. */
export const RowLink = (props: LinkProps) => <Link {...props} data-row-link />

/**
 * Follows the row's `RowLink`, unless a control was pressed or text selected. A link that covers the row would need the row as its
 * containing block, which WebKit ignores: there it covers the whole page.
 */
export function followRowLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = event
  // The menu of a row is elsewhere in the document, and its clicks bubble in React.
  if (!(target instanceof Element) || !row.contains(target)) return
  if (target.closest('a, button, input, label') || getSelection()?.isCollapsed === false) return
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey })
  const link = row.querySelector<HTMLAnchorElement>('[data-row-link]')
  // Where a dialog opens, it gives the focus back to the link.
  link?.focus({ preventScroll: true })
  link?.dispatchEvent(click)
}
