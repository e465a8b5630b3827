import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, renderLayout, setScreenSize, signIn } from '#web-test/render-screen.tsx'
import AppLayout from './app-layout.tsx'
import PublicLayout from './public-layout.tsx'

// Specification, page 1 §1 and page 2 §1: a floating button opens a chat with the enterprise. It must never
// cover a control.

const CHAT = 'https://wa.me/5511999990000'
const chats = () =>
  [...document.querySelectorAll<HTMLElement>(`a[href="${CHAT}"]`)].filter((link) => link.checkVisibility())

/** As wide as a page can be, and taller than any screen. */
const buttons = (
  <div>
    {Array.from({ length: 60 }, (_, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change
      <button key={i} type="button" style={{ display: 'block', width: '100%', height: 56 }}>
        Botão
      </button>
    ))}
  </div>
)

const PRESSABLE = 'a, button, input, select, textarea'

/** The controls that lie under a chat link. */
function covered(): string[] {
  return chats().flatMap((link) => {
    const { left, right, top, bottom } = link.getBoundingClientRect()
    if (bottom <= 0 || top >= innerHeight) return []
    return [...document.querySelectorAll<HTMLElement>(PRESSABLE)]
      .filter((other) => other !== link && other.checkVisibility())
      .filter((other) => {
        const box = other.getBoundingClientRect()
        const overlaps = box.left < right && box.right > left && box.top < bottom && box.bottom > top
        // The sticky header may cover the page; within the header nothing may overlap.
        return overlaps && Boolean(link.closest('header')) === Boolean(other.closest('header'))
      })
      .map((other) => other.outerHTML)
  })
}

test.each([320, 390, 768, 1280, 1375, 1376, 1600])(
  'the chat link covers no control at %i px, at any scroll position',
  async (width) => {
    await setScreenSize(width, 800)
    await renderLayout(<PublicLayout />, buttons)
    await expect.element(page.getByRole('contentinfo')).toBeInTheDocument()
    for (const top of [0, 333, 1_000, 99_999]) {
      window.scrollTo({ top, behavior: 'instant' })
      expect(covered()).toEqual([])
    }
    expect(chats().length).toBeGreaterThan(0)
  },
)

test('beside a wide page the chat link floats in the margin; on a phone it is in the header and the menu', async () => {
  await setScreenSize(1600, 800)
  await renderLayout(<PublicLayout />, buttons)
  const chat = page.getByRole('link', { name: 'Conversar conosco (abre em outra janela)' })
  await expect.element(chat).toHaveAttribute('href', CHAT)
  expect(getComputedStyle(chat.element()).position).toBe('fixed')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('banner').getByRole('link', { name: /^Conversar/ })).toBeVisible()
  await button('Abrir menu').click()
  const menu = page.getByRole('dialog', { name: 'Olá!' })
  await expect.element(menu.getByRole('link', { name: 'Fale conosco' })).toHaveAttribute('href', CHAT)
})

test('signed-in runners have the chat link in the menu; organizers and the back office have none', async () => {
  signIn(['Participante'])
  await renderLayout(<AppLayout />, buttons)
  await expect.element(page.getByRole('link', { name: 'Fale conosco' })).toHaveAttribute('href', CHAT)
  expect(covered()).toEqual([])
  for (const role of ['Organizador', 'Empresa', 'Admin']) {
    signIn([role])
    await expect.poll(chats).toEqual([])
    await expect.element(button('Sair')).toBeVisible()
  }
})
