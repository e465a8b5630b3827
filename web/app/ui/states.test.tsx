import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import drawings from './icons.svg?raw'
import { StatePicture } from './state-picture.tsx'

const shown = () => page.getByTestId('states').element().querySelector('use')?.getAttribute('href') ?? ''

test.each([
  ['an empty list', <EmptyState key="0" />, 'state-start'],
  ['a search without results', <EmptyState key="1" picture="search" />, 'state-search'],
  ['what is not there', <EmptyState key="2" picture="lost" />, 'state-lost'],
  ['an error', <ErrorState key="3" message="Erro." />, 'state-error'],
  ['no connection', <ErrorState key="4" message="Erro de conexão." offline />, 'state-offline'],
  ['a refusal', <ErrorState key="5" message="Sem permissão." isRefused />, 'state-refused'],
  ['what is done', <StatePicture key="6" name="done" />, 'state-done'],
  ['an e-mail that is confirmed', <StatePicture key="7" name="mail" />, 'state-mail'],
  ['a queue', <StatePicture key="8" name="queue" />, 'state-queue'],
])('%s has its own drawing in the file of icons', async (_, state, id) => {
  await render(
    <MemoryRouter>
      <div data-testid="states">{state}</div>
    </MemoryRouter>,
  )
  expect(shown()).toMatch(new RegExp(`#${id}$`))
  expect(drawings).toContain(`<symbol id="${id}"`)
})
