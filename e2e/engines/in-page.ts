import { Ivya } from 'ivya'
import { isElementVisible } from 'ivya/utils'
import type { Point } from './driver.ts'

/* Runs in the page, in every engine. Finds elements by role and name as Playwright does, returns the
   point to click, verifies that the click reached the element, and tests which element lies at its
   centre. `view.ts` injects it into each page. */

const agent = navigator.userAgent
const ivya = Ivya.create({
  browser: agent.includes('Firefox') ? 'firefox' : agent.includes('Chrome') ? 'chromium' : 'webkit',
})

const visible = (selector: string): Element[] =>
  ivya.queryLocatorSelectorAll(selector).filter(isElementVisible)

function one(found: Element[]): Element {
  const [element, ...others] = found
  if (!element) throw new Error('not found')
  if (others.length > 0) throw new Error(`found ${found.length} times`)
  return element
}

/**
 * React marks an element as its own once it is hydrated. The sandbox's pages of bank and mailbox do not use
 * React.
 */
function expectHydrated(element: Element): void {
  const isOwned = Object.keys(element).some((key) => key.startsWith('__reactFiber'))
  if (!isOwned && document.querySelector('link[rel=late], link[rel=modulepreload]'))
    throw new Error('not hydrated')
}

/** The element's own tag and the beginning of its text. */
const describe = (element: Element): string =>
  `${element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1).slice(0, 160)} ${element.textContent.trim().slice(0, 40)}`

/** The centre of the first line of an element. */
function centreOf(element: Element): Point {
  const { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** The element that covers the centre of a control, unless it belongs to the control or its label. */
function coverOf(element: Element): string | undefined {
  const { x, y } = centreOf(element)
  const hit = document.elementFromPoint(x, y)
  return hit ? outside(hit, element) : 'nothing: it is outside of the page'
}

/** The element that was hit, unless it belongs to a control or its label. */
const outside = (hit: Element, control: Element): string | undefined =>
  control.contains(hit) || hit.closest('label')?.control === control ? undefined : describe(hit)

/** The element to be clicked, and the result of the click. */
let aim: { at: Element; clicked?: boolean; instead?: string } | undefined

// The page may move between `point` and the click, or while the button is down. The click then has no effect
// on another element, and `missed` reports it.
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
  addEventListener(
    type,
    (event) => {
      if (!aim || aim.clicked || !(event.target instanceof Element)) return
      aim.instead ??= outside(event.target, aim.at)
      if (aim.instead) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else aim.clicked = type === 'click'
    },
    { capture: true },
  )

/** The element that received the click instead of the one given to the last `point`. */
function missed(): string | undefined {
  const { clicked, instead = 'nothing' } = aim ?? { clicked: true }
  aim = undefined
  return clicked ? undefined : instead
}

const frame = () => new Promise(requestAnimationFrame)

/** The centre of the element to be clicked. */
async function point(selector: string): Promise<Point> {
  const element = one(visible(selector))
  expectHydrated(element)
  if (element.matches(':disabled')) throw new Error('disabled')
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = centreOf(element)
  await frame()
  await frame()
  const after = centreOf(element)
  if (before.x !== after.x || before.y !== after.y) throw new Error('still moving')
  const cover = coverOf(element)
  if (cover) throw new Error(`covered by ${cover}`)
  aim = { at: element }
  return after
}

/** Selects all text of the focused field, so that typing replaces it. */
function selectText(selector: string): void {
  const field = one(visible(selector))
  if (document.activeElement !== field) throw new Error('not focused')
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
}

/**
 * Chooses an option of a native list by its label. The system draws the list itself, so that a page cannot
 * click it.
 */
function choose(selector: string, label: string): void {
  const field = one(visible(selector))
  if (!(field instanceof HTMLSelectElement)) throw new Error('not a <select>')
  expectHydrated(field)
  const option = [...field.options].find((one) => one.label === label)
  if (!option) throw new Error(`no option ${label}`)
  field.focus()
  field.value = option.value
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Marks a file input, which may be hidden behind its label, so that a CSS selector can find it. */
function mark(selector: string, attribute: string): void {
  const input = one(ivya.queryLocatorSelectorAll(selector))
  expectHydrated(input)
  for (const marked of document.querySelectorAll(`[${attribute}]`)) marked.removeAttribute(attribute)
  input.setAttribute(attribute, '')
}

interface Shown {
  text: string
  /** The value of a field. */
  value: string
  checked: boolean
}

/** The visible elements that a selector finds. */
const read = (selector: string): Shown[] =>
  visible(selector).map((element) => ({
    // biome-ignore lint/performance/useDomNodeTextContent: only what is rendered, as a person reads it
    text: (element instanceof HTMLElement ? element.innerText : '').replaceAll(/\s+/g, ' ').trim(),
    value: 'value' in element ? String(element.value) : '',
    checked: 'checked' in element && element.checked === true,
  }))

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=combobox], [role=menuitem]'

/** The visible controls whose centre is covered by another element. */
function coveredControls(): string[] {
  if (!document.querySelector('h1') || document.querySelector('[aria-busy=true], .mantine-Skeleton-root'))
    throw new Error('still loading')
  // While a dialog is open, only its controls count, because it covers the rest on purpose.
  const root = document.querySelector('dialog:modal, [role=dialog]') ?? document
  const controls = [...root.querySelectorAll(CONTROLS)].filter(
    (control) => isElementVisible(control) && isPointable(control),
  )
  for (const control of controls) expectHydrated(control)
  const covered: string[] = []
  for (const control of controls) {
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    // Firefox does not scroll to a part of a drawing.
    if (control instanceof SVGElement) scrollBy(0, centreOf(control).y - innerHeight / 2)
    const cover = coverOf(control)
    if (cover) covered.push(`${describe(control)} is covered by ${cover}`)
  }
  return covered
}

/** Whether a control can be clicked. Fields drawn by their label and links shown only on focus cannot. */
function isPointable(control: Element): boolean {
  const { width, height, bottom } = control.getBoundingClientRect()
  const { position, pointerEvents, opacity } = getComputedStyle(control)
  const isDrawn = width > 1 && height > 1 && opacity !== '0' && !isClipped(control)
  return isDrawn && pointerEvents !== 'none' && !(position === 'fixed' && bottom <= 0)
}

/** Whether an element or one of its ancestors is visible only to screen readers and the keyboard. */
const isClipped = (element: Element): boolean =>
  getComputedStyle(element).clipPath === 'inset(50%)' ||
  (element.parentElement !== null && isClipped(element.parentElement))

/**
 * The legends whose text is outside the padding of their fieldset. Browsers draw a plain legend on the edge.
 */
function legendsOnEdges(): string[] {
  return visible('css=fieldset > legend').flatMap((legend) => {
    const group = legend.parentElement
    if (!group) return []
    const text = document.createRange()
    text.selectNodeContents(legend)
    const { top, left, right } = text.getBoundingClientRect()
    const edge = group.getBoundingClientRect()
    const { paddingTop, paddingLeft, paddingRight } = getComputedStyle(group)
    const isInside =
      top >= edge.top + parseFloat(paddingTop) &&
      left >= edge.left + parseFloat(paddingLeft) &&
      right <= edge.right - parseFloat(paddingRight)
    return isInside ? [] : describe(legend)
  })
}

const inPage = { choose, coveredControls, legendsOnEdges, mark, missed, point, read, selectText }
export type InPage = typeof inPage
Object.assign(window, { inPage })
