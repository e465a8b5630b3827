import 'virtual:theme.css'
import '../app/ui/mantine.css'
import '../app/ui/tokens.css'
import '../app/ui/global.css'
import { MantineProvider } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  createMemoryRouter,
  type LoaderFunction,
  parsePath,
  type RouteObject,
  RouterProvider,
} from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { type Locator, locators, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PERMISSIONS } from '#contract/roles.ts'
import { QueryProvider } from '../app/query-provider.tsx'
import { saveSession } from '../app/session.ts'
import { theme } from '../app/ui/theme.ts'
import { ToastHost } from '../app/ui/toast-host.tsx'
import { answerUnlessGiven } from './answers.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getToasts(): Locator
  }
}
locators.extend({ getToasts: () => '.Toastify__toast' })

interface Options {
  /** Where the screen stands, with the parameters it reads: `/detalhe/:id` at `/detalhe/7`. */
  route?: string
  path?: string
  /** What the page that led here carries along. */
  state?: unknown
  /** For a screen that reads what its route loads. */
  loader?: LoaderFunction
  /** Other pages, where the screen redirects to one that matters. */
  others?: RouteObject[]
}

/** Shows a screen inside what every page has around it; pages not given are empty. Returns the current location. */
export async function renderScreen(
  screen: ReactElement,
  { route = '/', path = route, state, loader, others = [] }: Options = {},
) {
  const router = createMemoryRouter(
    [
      { path: route, element: screen, loader, hydrateFallbackElement: <p /> },
      ...others,
      { path: '*', element: null },
    ],
    { initialEntries: [{ ...parsePath(path), state }] },
  )
  await render(
    <MantineProvider theme={theme} withCssVariables={false}>
      <QueryProvider>
        <main id="conteudo">
          <RouterProvider router={router} />
        </main>
      </QueryProvider>
      <ToastHost />
    </MantineProvider>,
  )
  return () => router.state.location
}

/** Shows content in a layout, as `root.tsx` does: with the company's chat number. */
export async function renderLayout(
  layout: ReactElement,
  content: ReactElement,
  path = '/',
  route = '*',
): Promise<void> {
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        loader: () => ({ contactPhone: '11999990000', origin: '' }),
        hydrateFallbackElement: <p />,
        children: [{ element: layout, children: [{ path: route, element: content }] }],
      },
    ],
    { initialEntries: [path] },
  )
  await render(
    <MantineProvider theme={theme} withCssVariables={false}>
      <QueryProvider>
        <RouterProvider router={router} />
      </QueryProvider>
      <ToastHost />
    </MantineProvider>,
  )
}

const ORGANIZER = { id: 1, type: 0, fantasy_name: 'Ilha Run' }

/** Signs somebody in who holds these roles and permissions; with the role 'Organizador', an organizer or a realizador. */
export function signIn(
  roles: readonly string[],
  permissions: readonly string[] = [],
  organizer = roles.includes('Organizador') ? ORGANIZER : null,
): void {
  const user = { id: 1, name: 'Bruna Prado', email: 'bruna@exemplo.test', image: null, organizer }
  saveSession({ token: 'token', user, roles, permissions })
  // A layout asks again who is signed in.
  answerUnlessGiven({ 'GET /me': { body: { data: { user, roles, permissions } } } })
}

/** Signs an organizer in who may do everything, or only what is permitted. */
export const signInOrganizer = (permissions: readonly string[] = Object.keys(PERMISSIONS)): void =>
  signIn(['Organizador'], permissions)

export const field = (label: string): Locator => page.getByRole('main').getByLabelText(label, { exact: true })
export const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
export const toast = (text: string): Locator => page.getToasts().filter({ hasText: text })

/** For one test; other tests have a wide screen. */
export async function setScreenSize(width: number, height: number): Promise<void> {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(width, height)
}

/**
 * For one test: these timers run only when the returned function lets so many milliseconds pass, up to the next frame. Vitest lets some
 * pass too, in `poll` and while it looks for an element.
 */
export function stopTimers(kind: 'Timeout' | 'Interval'): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: [`set${kind}`, `clear${kind}`] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return (ms) => {
    vi.advanceTimersByTime(ms)
    return new Promise(requestAnimationFrame)
  }
}

export async function closeToasts(): Promise<void> {
  for (const close of document.querySelectorAll<HTMLElement>('.toast-close')) close.click()
  await expect.element(page.getToasts()).not.toBeInTheDocument()
}

/** Within the page: sending a large file there by the browser's remote control takes seconds. */
export function chooseFile(control: Locator, file: File): void {
  const input = control.element() as HTMLInputElement
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The message stands under the field and belongs to it, for a screen reader too. */
export const expectFieldError = (control: Locator, message: string) =>
  expect.element(control).toHaveAccessibleDescription(expect.stringContaining(message))

/** The text is among the element's words; `toHaveTextContent` wants all of them. A fixed space counts as a space. */
export const expectText = (locator: Locator, text: string) =>
  expect.poll(() => locator.element().textContent?.replaceAll('\u00a0', ' ')).toContain(text)

/** Each field of a table shows its message. */
export async function expectFieldErrors(rows: readonly (readonly [label: string, message: string])[]) {
  for (const [label, message] of rows) await expectFieldError(field(label), message)
}

/** Opens a screen whose calls find no connection; the pauses between their attempts pass at once. */
export async function expectLostConnection(open: () => Promise<unknown>, message: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await open()
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(5_000)
      return page.getByRole('alert').query()?.textContent ?? ''
    })
    .toContain(message)
  vi.useRealTimers()
}
