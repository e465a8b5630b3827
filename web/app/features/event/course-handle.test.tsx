import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen } from '#web-test/render-screen.tsx'
import { CourseHandle } from './course-handle.tsx'

/** Straight on, with a hill of 30 m half-way. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 800">
<path class="line" d="M100 280l400 0l400 0"/><path class="ridge" d="M0 700l500 -60l500 60"/>
<text class="height">40 m</text><text class="height">10 m</text></svg>`

const show = (drawing: string) => {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(drawing))
  onTestFinished(() => fetched.mockRestore())
  return renderScreen(
    <div style={{ position: 'relative', width: 300, height: 240 }}>
      <CourseHandle drawing="/storage/routes/percurso-mapa.svg" lengthM={5_000} name="5 km" />
    </div>,
  )
}

const handle = () => page.getByRole('slider', { name: 'Posição no percurso de 5 km' })

test('follows keyboard and pointer, and says kilometre and altitude', async () => {
  await show(DRAWING)
  await expect.element(handle()).toHaveAttribute('aria-valuetext', '0 km, 10 m de altitude')
  await expect.element(page.getByText('Deslize pelo perfil')).toBeVisible()
  const slider = handle().element() as HTMLElement
  slider.focus()
  for (const [keys, words] of [
    ['{PageUp}{PageUp}{ArrowRight}{ArrowUp}', '2,2 km, 36 m de altitude'],
    ['{ArrowLeft}', '2,1 km, 35 m de altitude'],
    ['{End}', '5 km, 10 m de altitude'],
    ['{PageUp}', '5 km, 10 m de altitude'],
    ['{Home}', '0 km, 10 m de altitude'],
  ] as const) {
    await userEvent.keyboard(keys)
    await expect.element(handle()).toHaveAttribute('aria-valuetext', words)
  }
  await handle().hover()
  await expect
    .element(handle())
    .toHaveAttribute('aria-valuetext', expect.stringMatching(/^2,(49|5|51) km, (39|40) m de altitude$/))
  await expect.element(page.getByText(/^2,(49|5|51) km · (39|40) m de altitude$/)).toBeVisible()
})

test('a drawing that cannot be read has no handle', async () => {
  await show('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await expect.element(handle()).not.toBeInTheDocument()
})
