import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, renderScreen, setScreenSize } from '#web-test/render-screen.tsx'
import { DetailToolbar } from './detail-toolbar.tsx'

// Specification, page 1, §2.11: the toolbar of a record.

const action = { onClick: () => {} }

test("'Salvar e Fechar' is hidden on small and medium screens, 'Novo' on small ones", async () => {
  await renderScreen(
    <DetailToolbar save={action} saveAndClose={action} create={action} remove={action} back={action} />,
  )
  for (const [width, hidden] of [
    [1280, []],
    [800, ['Salvar e Fechar']],
    [390, ['Salvar e Fechar', 'Novo']],
  ] as const) {
    await setScreenSize(width, 800)
    const names = ['Salvar', 'Salvar e Fechar', 'Novo', 'Apagar', 'Voltar']
    await expect
      .poll(() =>
        page
          .getByRole('toolbar')
          .getByRole('button')
          .elements()
          .map((one) => one.textContent),
      )
      .toEqual(names.filter((name) => !hidden.some((one) => one === name)))
  }
})

test('a button whose presence is not known yet is a skeleton', async () => {
  await renderScreen(<DetailToolbar save={action} remove={{ ...action, loading: true }} />)
  await expect.element(button('Salvar')).toBeVisible()
  await expect.element(button('Apagar')).not.toBeInTheDocument()
  expect(document.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(1)
})
