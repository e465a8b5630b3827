import 'virtual:theme.css'
import '#web/ui/mantine.css'
import '#web/ui/tokens.css'
import '#web/ui/global.css'
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
import { QueryProvider } from '#web/api/query-provider.tsx'
import { saveSession } from '#web/session/session.ts'
import { theme } from '#web/ui/theme.ts'
import { ToastHost } from '#web/ui/toast-host.tsx'
import { answerUnlessGiven } from './answers.ts'

declare module 'vitest/browser' {
  interface LocatorSelectors {
    getToasts(): Locator
  }
}
locators.extend({ getToasts: () => '.Toastify__toast' })

interface Options {
  /** The route of the screen with its parameters, and the path to open: `/detalhe/:id` and `/detalhe/7`. */
  route?: string
  path?: string
  /** Navigation state of the current entry. */
  state?: unknown
  /** Set for a screen that reads its route's loader data. */
  loader?: LoaderFunction
  /** Other pages, for a screen that redirects to a page whose content the test checks. */
  others?: RouteObject[]
}

/**
 * Renders a screen inside the providers of every page. All other paths show an empty page. Returns a function
 * that reads the current location.
 */
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

/** Renders content in a layout, with the root loader's data, such as the company's chat number. */
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

/**
 * Signs in a user with these roles and permissions. The role 'Organizador' adds an organizer, or the given
 * one, such as a realizador.
 */
export function signIn(
  roles: readonly string[],
  permissions: readonly string[] = [],
  organizer = roles.includes('Organizador') ? ORGANIZER : null,
): void {
  const user = { id: 1, name: 'Bruna Prado', email: 'bruna@exemplo.test', image: null, organizer }
  saveSession({ token: 'token', user, roles, permissions })
  // Layouts request the user again.
  answerUnlessGiven({ 'GET /me': { body: { data: { user, roles, permissions } } } })
}

/** Signs in an organizer with all permissions, or only the given ones. */
export const signInOrganizer = (permissions: readonly string[] = Object.keys(PERMISSIONS)): void =>
  signIn(['Organizador'], permissions)

export const field = (label: string): Locator => page.getByRole('main').getByLabelText(label, { exact: true })
export const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
export const toast = (text: string | RegExp): Locator => page.getToasts().filter({ hasText: text })

/** Sets the size of the screen for the current test; the default is a wide screen. */
export async function setScreenSize(width: number, height: number): Promise<void> {
  const { innerWidth, innerHeight } = window
  onTestFinished(() => page.viewport(innerWidth, innerHeight))
  await page.viewport(width, height)
}

/**
 * Fakes these timers for the current test. They run only when the returned function advances the clock by a
 * number of milliseconds, rounded up to the next frame. Vitest's `poll` and its locators advance it too.
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

/**
 * Sets the file within the page, because uploading a large file through the browser's remote control takes
 * seconds.
 */
export function chooseFile(control: Locator, file: File): void {
  const input = control.element() as HTMLInputElement
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Expects the message as a part of the field's accessible description. */
export const expectFieldError = (control: Locator, message: string) =>
  expect.element(control).toHaveAccessibleDescription(expect.stringContaining(message))

/**
 * Expects the text as a part of the element's text; `toHaveTextContent` compares all of it. A non-breaking
 * space counts as a space.
 */
export const expectText = (locator: Locator, text: string) =>
  expect.poll(() => locator.element().textContent?.replaceAll('\u00a0', ' ')).toContain(text)

/** Expects each labelled field to show its message. */
export async function expectFieldErrors(rows: readonly (readonly [label: string, message: string])[]) {
  for (const [label, message] of rows) await expectFieldError(field(label), message)
}

/** Opens a screen whose requests fail like a lost connection. The delays between retries are skipped. */
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
