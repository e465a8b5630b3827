import { useRef } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, renderScreen, stopTimers } from '#web-test/render-screen.tsx'
import { useFilters } from './use-filters.ts'

test('choosing a state right after hydration keeps a title typed before it', async () => {
  const location = await renderScreen(<HydratedForm />)
  await button('Hidratar e escolher').click()
  await expect.poll(() => location().search).toBe('?title=maratona&state=SP')
})

/** Adopts the values of the form, and changes a filter before they are rendered. */
function HydratedForm() {
  const form = useRef<HTMLFormElement>(null)
  const { adopt, change } = useFilters()
  const hydrate = () => {
    if (form.current) adopt(form.current)
    change('state', 'SP')
  }
  return (
    <form ref={form}>
      <input name="title" defaultValue="maratona" readOnly />
      <button type="button" onClick={hydrate}>
        Hidratar e escolher
      </button>
    </form>
  )
}

test('a pending search does not return to the list from the race that is being opened', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<null>()
  const location = await renderScreen(<TypedForm />, {
    others: [{ path: '/corrida', loader: () => loaded, element: <h1>Corrida</h1> }],
  })
  const pass = stopTimers('Timeout')
  const title = page.getByRole('textbox')
  await title.fill('c')
  await title.fill('co')
  await page.getByRole('link').click()
  await pass(300)
  load(null)
  await expect.element(page.getByRole('heading', { name: 'Corrida' })).toBeVisible()
  expect(location().pathname).toBe('/corrida')
})

function TypedForm() {
  const { draft, change } = useFilters()
  return (
    <>
      <input value={draft.title} onChange={(event) => change('title', event.currentTarget.value)} />
      <Link to="/corrida">Corrida</Link>
    </>
  )
}
