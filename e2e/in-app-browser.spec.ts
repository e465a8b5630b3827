import { expect, type Page, test } from 'playwright/test'
import type { PublicEvent } from '#contract/event/event.ts'
import { type Account, createAccount } from './create-account.ts'
import { createRace } from './create-race.ts'
import { acceptTerms, advance, heading, option, register, success } from './wizard.ts'

// Simulates the browser inside another app, or one with strict blocking: no second tab, no clipboard and no
// storage.

/** Runs before any script of the page: storage throws, the clipboard refuses, and nothing opens a tab. */
function takeAway(): void {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse, configurable: true })
  Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse })
  const writeText = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => ({ writeText }) })
  window.open = () => null
  // Replaces the browser's own handling of a link, after all listeners of the page.
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

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
}

/** Goes from the race's page to an order that waits for its Pix. */
async function order(page: Page, race: PublicEvent, account: Account): Promise<void> {
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

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ir para pagamento' }).click()
  await expect(page).toHaveURL(/\/pagamento\//)
  await page.getByRole('button', { name: 'Copiar código Pix' }).click()
  await expect(page.getByText('O texto está selecionado: copie-o.')).toBeVisible()
  await page.getByRole('link', { name: 'Abrir o banco de testes' }).click()
  await page.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(page.getByRole('heading', { name: 'Pagamento aprovado' })).toBeVisible()
}

test('a visitor registers and pays without storage, clipboard and new tabs', { tag: '@operation' }, async ({
  page,
  request,
}) => {
  const [account, race] = [await createAccount(request), await createRace(request)]
  const failures: string[] = []
  page.on('pageerror', (failure) => failures.push(String(failure)))
  await page.addInitScript(takeAway)
  await order(page, race, account)
  await pay(page)
  await page.getByRole('link', { name: 'Ver Meus Eventos' }).click()
  // Opens a new document, because the session ended with the previous one.
  await logIn(page, account)
  await expect(page.getByRole('row', { name: race.title })).toContainText('Pago')
  expect(failures).toEqual([])
})
