import { expect, type Page } from 'playwright/test'
import type { PublicEvent } from '#contract/event.ts'
import type { Account } from './create-account.ts'
import { acceptTerms, advance, heading, option, register, success } from './wizard.ts'

// A browser inside another app, or one that blocks what it can: no second tab, no clipboard and no storage.

/** Before any script of the page: storage throws, the clipboard refuses, and nothing opens a tab. */
export function takeAway(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse, configurable: true })
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse })
  const writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => ({ writeText }) })
  window.open = () => null
  // What the browser itself does with a link, after all listeners of the page.
  window.addEventListener(
    'click',
    () =>
      window.addEventListener(
        'click',
        (event) => {
          const link = event.target instanceof Element ? event.target.closest('a') : null
          if (link?.target === '_blank') event.preventDefault()
        },
        { once: true },
      ),
    { capture: true },
  )
}

export async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar' }).click()
}

/** From the race's page to an order that waits for its Pix. */
export async function order(page: Page, race: PublicEvent, account: Account): Promise<void> {
  await page.goto(`/events/${race.slug}`)
  await page.getByRole('link', { name: 'Inscrever-se' }).first().click()
  await expect(page.getByText(/^Este navegador não permite guardar o seu acesso/)).toBeVisible()
  await logIn(page, account)
  await expect(heading(page, 0)).toBeVisible()
  await advance(page, 0, 3)
  await option(page, 'Forma de pagamento', 'Pix').check()
  await acceptTerms(page)
  await register(page).click()
  await expect(success(page)).toBeVisible()
}

export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ir para pagamento' }).click()
  await expect(page).toHaveURL(/\/pagamento\//)
  await page.getByRole('button', { name: 'Copiar código Pix' }).click()
  await expect(page.getByText('O texto está selecionado: copie-o.')).toBeVisible()
  await page.getByRole('link', { name: 'Abrir o banco de testes' }).click()
  await page.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(page.getByRole('heading', { name: 'Pagamento aprovado' })).toBeVisible()
}
