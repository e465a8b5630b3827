// @module-tag operation
import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MaskedInput } from './masked-input.tsx'
import type { MaskKind } from './masks.ts'
import { theme } from './theme.ts'

// The value of a masked field can be replaced in many ways: typing, autofill, a password manager, paste,
// drop, undo.

function Form({ mask, initial }: { mask: MaskKind; initial: string }) {
  const [value, setValue] = useState(initial)
  return (
    <MantineProvider theme={theme} withCssVariables={false}>
      <MaskedInput mask={mask} label="Campo" value={value} onChange={setValue} />
      <output aria-label="Valor">{value}</output>
    </MantineProvider>
  )
}

const input = () => page.getByLabelText('Campo').element() as HTMLInputElement
const show = (mask: MaskKind, initial = '') => render(<Form mask={mask} initial={initial} />)

/** The displayed text, and the form's value. */
const read = () => [input().value, document.querySelector('output')?.textContent]

async function expectValue(shown: string, value = shown): Promise<void> {
  await expect.poll(read).toEqual([shown, value])
  // Focus and blur must not change it.
  input().focus()
  input().blur()
  await new Promise(requestAnimationFrame)
  expect(read()).toEqual([shown, value])
}

/** Sets the value as scripts do, bypassing React. */
function setValue(text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(input(), text)
}

const select = () => {
  input().focus()
  input().select()
}

/** For each mask: the current value, the typed one, its display text and the form's value. */
const ROWS: readonly (readonly [MaskKind, before: string, typed: string, shown: string, value: string])[] = [
  ['phone', '(11) 98765-4321', '11198765432', '(11) 19876-5432', '(11) 19876-5432'],
  ['phone', '(11) 98765-4321', '1133334444', '(11) 3333-4444', '(11) 3333-4444'],
  ['phone', '(11) 3333-4444', '21987654321', '(21) 98765-4321', '(21) 98765-4321'],
  ['cpf', '529.982.247-25', '11144477735', '111.444.777-35', '111.444.777-35'],
  ['cnpj', '12.345.678/0001-95', '12abc34501de35', '12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
  ['zip', '01001-000', '69900001', '69900-001', '69900-001'],
  ['money', '129.90', '1234,56', '1.234,56', '1234.56'],
  ['percent', '7.5', '12,25', '12,25', '12.25'],
]

/** The ways to replace the content of a field. */
const WAYS: Readonly<Record<string, (text: string) => void | Promise<void>>> = {
  'filled in by a test or an assistant': (text) => userEvent.fill(page.getByLabelText('Campo'), text),
  'autofilled without the focus': (text) => {
    setValue(text)
    input().dispatchEvent(new Event('input', { bubbles: true }))
    input().dispatchEvent(new Event('change', { bubbles: true }))
  },
  'replaced by a password manager without the focus': (text) => {
    setValue(text)
    input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  },
  'replaced by a password manager with the focus': (text) => {
    input().focus()
    setValue(text)
    input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
    input().blur()
  },
  'replaced by an extension that tells no more than an input': (text) => {
    setValue(text)
    input().dispatchEvent(new InputEvent('input', { bubbles: true }))
  },
  'changed by a suggestion of the keyboard': (text) => {
    input().focus()
    setValue(text)
    input().dispatchEvent(
      new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText', data: text }),
    )
  },
  pasted: (text) => {
    select()
    document.execCommand('insertText', false, text)
  },
  'dropped without the focus': (text) => {
    setValue(text)
    input().dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromDrop', data: text }))
  },
  typed: async (text) => {
    select()
    await userEvent.keyboard(text)
  },
}

for (const [way, replace] of Object.entries(WAYS)) {
  test(`a masked field ${way} holds the new value`, async () => {
    for (const [mask, before, typed, shown, value] of ROWS) {
      const { unmount } = await show(mask, before)
      // Text that is not typed may contain punctuation.
      for (const text of way === 'typed' || mask === 'money' ? [typed] : [typed, shown]) {
        await replace(text)
        await expectValue(shown, value)
      }
      await unmount()
    }
  })
}

test('a phone number in the format of address books loses its country code', async () => {
  await show('phone', '(11) 98765-4321')
  setValue('+55 21 98765-4321')
  input().dispatchEvent(new Event('input', { bubbles: true }))
  await expectValue('(21) 98765-4321')
})

test('typing in the middle and deleting preserve the rest', async () => {
  await show('phone', '(11) 98765-4321')
  input().focus()
  input().setSelectionRange(5, 6)
  await userEvent.keyboard('7')
  await expect.element(page.getByLabelText('Campo')).toHaveValue('(11) 78765-4321')
  await userEvent.keyboard('{Backspace}')
  await expectValue('(11) 8765-4321')
})

test('undo restores the previous value', async () => {
  for (const [mask, before, typed, shown, value] of ROWS) {
    const { unmount } = await show(mask, before)
    const first = input().value
    select()
    document.execCommand('insertText', false, typed)
    await expect.element(page.getByLabelText('Campo')).toHaveValue(shown)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(page.getByLabelText('Campo')).toHaveValue(first)
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await expectValue(shown, value)
    await unmount()
  }
})
