import { useRef } from 'react'
import { expect, test } from 'vitest'
import { button, renderScreen } from '../../../test/render-screen.tsx'
import { useFilters } from './use-filters.ts'

test('a state that is chosen right after hydration keeps the title that was typed before', async () => {
  const location = await renderScreen(<HydratedForm />)
  await button('Hidratar e escolher').click()
  await expect.poll(() => location().search).toBe('?title=maratona&state=SP')
})

/** Takes over what the form holds, and changes a filter before that is rendered. */
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
