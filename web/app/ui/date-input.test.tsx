import axe from 'axe-core'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen } from '#web-test/render-screen.tsx'
import { BirthInput } from './birth-input.tsx'
import { DateInput } from './date-input.tsx'

const field = () => page.getByLabelText('Data da prova')
const calendar = () => page.getByRole('dialog', { name: 'Calendário' })
const opener = () => page.getByRole('button', { name: 'Abrir calendário' })

let given: string[] = []
let unfinished: string[] = []
beforeEach(() => {
  given = []
  unfinished = []
})

function Form({ start = '' }: { start?: string }) {
  const [day, setDay] = useState(start)
  return (
    <form aria-label="Prova" onSubmit={(submitted) => submitted.preventDefault()}>
      <DateInput
        label="Data da prova"
        name="day"
        value={day}
        max="2031-12-31"
        onChange={(value) => {
          given.push(value)
          setDay(value)
        }}
        onUnfinished={(text) => unfinished.push(text)}
      />
      <button type="button" onClick={() => setDay('2030-01-09')}>
        Outro dia
      </button>
    </form>
  )
}

function Birth() {
  const [value, setValue] = useState('')
  const change = (date: string) => {
    given.push(date)
    setValue(date)
  }
  return <BirthInput label="Data da prova" value={value} onChange={change} />
}

test('the user types digits only; the slashes are added automatically', async () => {
  await renderScreen(<Form />)
  await expect.element(field()).toHaveAttribute('placeholder', 'dd/mm/aaaa')
  await expect.element(field()).toHaveAttribute('inputmode', 'numeric')
  await field().click()
  await userEvent.keyboard('18052031')
  await expect.element(field()).toHaveValue('18/05/2031')
  expect(given).toEqual(['2031-05-18'])
  expect(unfinished).toEqual(['1', '18', '18/0', '18/05', '18/05/2', '18/05/20', '18/05/203'])
})

test("the format of a day does not depend on the browser's language", async () => {
  await renderScreen(<Form start="2031-03-04" />)
  expect(field().element()).toHaveProperty('type', 'text')
  await expect.element(field()).toHaveValue('04/03/2031')
})

test.each([
  ['slashes typed', '5/', '5/'],
  ['a day and a month of one digit', '2/5/2027', '02/05/2027'],
  ['more than a day holds', '180520311', '18/05/2031'],
  ['a day with slashes', '18/05/2031', '18/05/2031'],
])('%s', async (_name, typed, shown) => {
  await renderScreen(<Form />)
  await field().click()
  await userEvent.keyboard(typed)
  await expect.element(field()).toHaveValue(shown)
})

test("text set at once (autofill, paste, drop): digits, with slashes, or in the API's format", async () => {
  await renderScreen(<Form />)
  for (const text of ['18052031', '18/05/2031', '2031-05-18']) {
    await field().fill(text)
    await expect.element(field()).toHaveValue('18/05/2031')
    await field().fill('')
  }
  expect(given).toEqual(['2031-05-18', '', '2031-05-18', '', '2031-05-18', ''])
})

test('a correction in the middle preserves the cursor position', async () => {
  await renderScreen(<Form start="2031-05-18" />)
  await field().click()
  await userEvent.keyboard('{Home}{Delete}2')
  await expect.element(field()).toHaveValue('28/05/2031')
  await userEvent.keyboard('{Delete}0')
  await expect.element(field()).toHaveValue('20/05/2031')
  expect(given.at(-1)).toBe('2031-05-20')
})

test('text that is not a day is reported on blur, and the error disappears while it is corrected', async () => {
  await renderScreen(<Form />)
  const problem = page.getByText('Data inválida: fevereiro de 2031 tem 28 dias.')
  await field().fill('31/02/2031')
  await expect.element(problem).not.toBeInTheDocument()
  await userEvent.tab()
  await expect.element(problem).toBeVisible()
  expect(given).toEqual([])
  await field().fill('28/02/2031')
  await expect.element(problem).not.toBeInTheDocument()
})

test.each([
  ['2/5/31{Tab}', '02/05/2031', '2031-05-02'],
  ['020531{Tab}', '02/05/2031', '2031-05-02'],
  ['2 de maio de 2031{Enter}', '02/05/2031', '2031-05-02'],
])('%s is %s', async (keys, shown, day) => {
  await renderScreen(<Form />)
  await field().click()
  await userEvent.keyboard(keys)
  await expect.element(field()).toHaveValue(shown)
  expect(given).toEqual([day])
})

test('a birth date has a year of two digits in the past, and no calendar', async () => {
  await renderScreen(<Birth />)
  await field().click()
  await userEvent.keyboard('2/5/85{Tab}')
  await expect.element(field()).toHaveValue('02/05/1985')
  expect(given.at(-1)).toBe('02/05/1985')
  await field().fill('2/5')
  await userEvent.tab()
  await expect.element(page.getByText('Escreva também o ano.')).toBeVisible()
  await expect.element(opener()).not.toBeInTheDocument()
})

test('a value that changes by other means is shown', async () => {
  await renderScreen(<Form start="2031-05-18" />)
  await page.getByRole('button', { name: 'Outro dia' }).click()
  await expect.element(field()).toHaveValue('09/01/2030')
})

test('the calendar is opened, used and closed with the keyboard alone', async () => {
  await renderScreen(<Form start="2031-05-18" />)
  await field().click()
  await userEvent.tab()
  await expect.element(opener()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(calendar()).toBeVisible()
  const day = (name: RegExp) => calendar().getByRole('button', { name })
  await expect.element(day(/^18 maio 2031/)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(day(/^26 maio 2031/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(calendar()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
  await expect.element(field()).toHaveValue('26/05/2031')
  expect(given).toEqual(['2031-05-26'])
  await userEvent.keyboard('{Enter}')
  await expect.element(calendar()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar()).not.toBeInTheDocument()
  await expect.element(opener()).toHaveFocus()
})

test('the calendar is in Portuguese, weeks start on Sunday, and its button closes it', async () => {
  await renderScreen(<Form start="2031-12-30" />)
  await opener().click()
  await expect
    .element(calendar().getByRole('button', { name: 'Escolher o mês' }))
    .toHaveTextContent('dezembro 2031')
  expect(calendar().element().querySelector('th')?.textContent).toMatch(/^do/i)
  // There is nothing after the last selectable day.
  await expect.element(calendar().getByRole('button', { name: 'Próximo mês' })).toBeDisabled()
  const found = await axe.run(document.body, { rules: { region: { enabled: false } } })
  expect(found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  await opener().click()
  await expect.element(calendar()).not.toBeInTheDocument()
})

test('a submitted form contains the Brazilian format', async () => {
  await renderScreen(<Form start="2031-05-18" />)
  const form = page.getByRole('form', { name: 'Prova' }).element()
  expect(form instanceof HTMLFormElement && new FormData(form).get('day')).toBe('18/05/2031')
})
