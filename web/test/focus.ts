import { userEvent } from 'vitest/browser'

/** An input that is drawn by its label, or the element itself. */
const drawn = (element: Element): Element =>
  element instanceof HTMLInputElement && (element.type === 'radio' || element.type === 'checkbox')
    ? (element.closest('label') ?? element)
    : element

/** Whether a point of the focused element is covered by something else, such as a bar that sticks to an edge of the screen. */
function isCovered(focused: Element, x: number, y: number): boolean {
  const seen = document.elementFromPoint(x, y)
  return seen === null || !(focused.contains(seen) || seen.contains(focused))
}

/** Elements that are higher than this may reach behind a bar, as long as they can be seen in part: a browser shows the line of the caret. */
const HIGH = 80

/** Says where the element that has the focus is hidden, and behind what; empty when it can be seen. */
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

/** Walks through the page with Tab from its top, and back, and returns the elements that could not be seen while they had the focus. */
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
