import { afterEach, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { renderScreen, toast } from '#web-test/render-screen.tsx'
import { dismissErrors, showToast } from './toast.ts'

// Specification, page 1, §9: toasts.

const setMotion = (value: 'reduce' | 'no-preference') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
afterEach(() => setMotion('reduce'))

test('§9 toasts: top right, shown for 5 s, paused on hover and window blur, dismissed when dragged past 80 %', async () => {
  await renderScreen(<p>Página</p>)
  showToast('error', 'Por favor, corrija os erros de validação.')
  const said = toast('Por favor, corrija os erros de validação.')
  await expect.element(said).toBeVisible()
  const time = document.querySelector(
    '.Toastify__toast-container--top-right .Toastify__progress-bar--animated',
  )
  if (!time) throw new Error('no toast in the top right corner')
  const animation = getComputedStyle(time)
  for (const motion of ['reduce', 'no-preference'] as const) {
    await setMotion(motion)
    expect(animation.animationDuration).toBe('5s')
  }
  const expectPlaying = (state: 'running' | 'paused') =>
    expect.poll(() => animation.animationPlayState).toBe(state)
  // An earlier test may have left the mouse in this corner, or the window without focus.
  await userEvent.hover(page.getByText('Página'))
  window.dispatchEvent(new Event('focus'))
  await expectPlaying('running')
  await said.hover()
  await expectPlaying('paused')
  await userEvent.unhover(said)
  await expectPlaying('running')
  window.dispatchEvent(new Event('blur'))
  await expectPlaying('paused')

  const element = said.element() as HTMLElement
  // A touch gesture; mouse actions do not produce one.
  const finger = (target: Element, type: string, clientX: number) =>
    target.dispatchEvent(new PointerEvent(type, { pointerType: 'touch', clientX, bubbles: true }))
  for (const [part, away] of [
    [0.75, false],
    [0.85, true],
  ] as const) {
    finger(element, 'pointerdown', 0)
    for (const type of ['pointermove', 'pointerup'])
      finger(document.documentElement, type, part * element.offsetWidth)
    if (away) await expect.element(page.getToasts()).not.toBeInTheDocument()
    else await expect.poll(() => element.style.transform).not.toMatch(/translate/)
  }
})

test('at most two success messages are visible; the timer is hidden from screen readers', async () => {
  await renderScreen(<p />)
  for (const message of ['Um', 'Dois', 'Três']) showToast('success', message)
  showToast('error', 'Erro')
  await expect.element(toast('Três')).toBeVisible()
  await expect.element(toast('Um')).not.toBeInTheDocument()
  await expect.element(toast('Dois')).toBeVisible()
  await expect.element(toast('Erro')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  const bar = document.querySelector('.Toastify__progress-bar--wrp')
  expect(bar && getComputedStyle(bar).opacity).toBe('1')
})

test('a success message removes earlier error messages', async () => {
  await renderScreen(<p />)
  showToast('error', 'Por favor, corrija os erros de validação.')
  showToast('error', 'E-mail ou senha incorretos.')
  await expect.element(toast('E-mail ou senha incorretos.')).toBeVisible()
  showToast('success', 'Login realizado com sucesso.')
  await expect.element(toast('Login realizado com sucesso.')).toBeVisible()
  await expect.poll(() => page.getToasts().elements()).toHaveLength(1)
})

test('an error message goes with its page, unless it was shown for the next one', async () => {
  await renderScreen(<p />)
  showToast('error', 'E-mail ou senha incorretos.')
  showToast('error', 'Sessão expirada. Faça login novamente.', { onNextPage: true })
  showToast('success', 'Salvo')
  showToast('error', 'Erro')
  showToast('error', 'Evento não encontrado.', { onNextPage: true })
  const said = () =>
    page
      .getToasts()
      .elements()
      .map((element) => element.textContent)
  await expect.element(toast('Evento não encontrado.')).toBeVisible()
  dismissErrors(true)
  await expect.poll(said).toEqual(['Salvo', 'Evento não encontrado.'])
  dismissErrors(true)
  await expect.poll(said).toEqual(['Salvo'])
})
