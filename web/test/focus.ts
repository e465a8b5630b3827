import { userEvent } from 'vitest/browser'

/** The visible element: the label of a radio button or checkbox, otherwise the element itself. */
const drawn = (element: Element): Element =>
  element instanceof HTMLInputElement && (element.type === 'radio' || element.type === 'checkbox')
    ? (element.closest('label') ?? element)
    : element

/** Whether another element, such as a sticky bar, covers this point of the focused element. */
function isCovered(focused: Element, x: number, y: number): boolean {
  const seen = document.elementFromPoint(x, y)
  return seen === null || !(focused.contains(seen) || seen.contains(focused))
}

/**
 * Elements higher than this (in pixels) may be partly covered: a browser scrolls to the line of the caret.
 */
const HIGH = 80

/**
 * Describes which parts of the focused element are hidden, and by which element; empty when it is visible.
 */
function hiddenParts(element: Element): string[] {
  const { left, right, top, bottom, width, height } = drawn(element).getBoundingClientRect()
  const inset = Math.min(2, width / 4, height / 4)
  const x = (left + right) / 2
  const lines = [top + inset, (top + bottom) / 2, bottom - inset]
  const covered = lines.filter((y) => isCovered(drawn(element), x, y))
  if (covered.length === 0 || (height > HIGH && covered.length < lines.length)) return []
  const behind = document.elementFromPoint(x, covered[0] ?? 0)?.className ?? 'the edge of the screen'
  return [`${element.outerHTML.slice(0, 160)}, from ${top} to ${bottom}, behind ${behind}`]
}

/**
 * Moves the focus through the page with Tab, forwards and backwards. Returns the elements that were hidden
 * while they had the focus.
 */
export async function unseenFocus(): Promise<{ unseen: string[]; visited: number }> {
  const unseen: string[] = []
  let visited = 0
  window.scrollTo(0, 0)
  for (const keys of ['{Tab}', '{Shift>}{Tab}{/Shift}']) {
    if (document.activeElement instanceof HTMLElement && keys === '{Tab}') document.activeElement.blur()
    const seen = new Set<Element>()
    for (;;) {
      await userEvent.keyboard(keys)
      const { activeElement } = document
      if (!activeElement || activeElement === document.body || seen.has(activeElement)) break
      seen.add(activeElement)
      await new Promise(requestAnimationFrame)
      unseen.push(...hiddenParts(activeElement))
    }
    visited += seen.size
  }
  return { unseen: [...new Set(unseen)], visited }
}
