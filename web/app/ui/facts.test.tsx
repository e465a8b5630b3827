import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Facts } from './facts.tsx'

test('an e-mail that does not fit is broken after its @; a fact without a value is left out', async () => {
  await render(
    <div style={{ width: '12rem' }}>
      <Facts
        facts={[
          ['E-mail', 'bruna.prado@exemplo.com.test'],
          ['Telefone', null],
        ]}
      />
    </div>,
  )
  const email = page.getByText('bruna.prado@exemplo.com.test')
  const range = document.createRange()
  const [before, after] = Array.from(email.element().childNodes).filter(({ nodeType }) => nodeType === 3)
  const linesOf = (node: Node | undefined) => {
    if (!node) throw new Error('there is one text only')
    range.selectNodeContents(node)
    return Array.from(range.getClientRects(), ({ top }) => Math.round(top))
  }
  expect([before?.textContent, after?.textContent]).toEqual(['bruna.prado@', 'exemplo.com.test'])
  expect(linesOf(before)).toHaveLength(1)
  expect(linesOf(after)).toHaveLength(1)
  expect(linesOf(after)[0]).toBeGreaterThan(linesOf(before)[0] ?? Number.NaN)
  await expect.element(page.getByText('Telefone')).not.toBeInTheDocument()
})

test('a wide fact has a row of its own', async () => {
  await render(
    <div style={{ width: '40rem' }}>
      <Facts
        facts={[
          ['CPF', '390.533.447-05'],
          ['Declaração', 'Sou eu', 'wide'],
          ['Sexo', 'Feminino'],
        ]}
      />
    </div>,
  )
  const boxOf = (words: string) => page.getByText(words).element().getBoundingClientRect()
  const [before, wide, after] = ['390.533.447-05', 'Sou eu', 'Feminino'].map(boxOf)
  expect(wide?.left).toBe(before?.left)
  expect(wide?.width).toBe(640)
  expect(after?.left).toBe(before?.left)
})
