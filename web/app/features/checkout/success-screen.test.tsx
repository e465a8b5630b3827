import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen, stopTimers, toast } from '../../../test/render-screen.tsx'
import { ORDER_PLACED_PATH, ROLE_HOME_PATH } from '../../paths.ts'
import SuccessScreen from './success-screen.tsx'

// Specification, page 1, §2.10: the success screen and its links to the payments.

const ANA = { name: 'Ana Lima', payment_link: 'https://banco.example/ana' }
const BRUNO = { name: 'Bruno Sá', payment_link: null }
const open = (state?: object) => renderScreen(<SuccessScreen />, { route: ORDER_PLACED_PATH, state })
/** New tabs are only noted. */
function watchTabs() {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => opened.mockRestore())
  return opened
}

test('without participants it redirects to /pagina-inicial', async () => {
  const location = await open()
  await expect.poll(() => location().pathname).toBe(ROLE_HOME_PATH)
})

test('§9 the check icon appears after 500 ms; the message of the order is a toast', async () => {
  const pass = stopTimers('Timeout')
  await open({ participants: [ANA], message: 'Participante registrado com sucesso!' })
  const icon = page.getByRole('img', { name: 'Concluída' })
  await pass(499)
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
  expect(icon.elements()).toHaveLength(0)
  await pass(1)
  expect(icon.elements()).toHaveLength(1)
  await expect.element(toast('Participante registrado com sucesso!')).toBeInTheDocument()
})

test("one participant: 'Ir para pagamento' opens a new tab and shows 'Redirecionando...' for 500 ms", async () => {
  const opened = watchTabs()
  await open({ participants: [ANA] })
  const pass = stopTimers('Timeout')
  const pay = page.getByRole('main').getByRole('button').element() as HTMLButtonElement
  expect(pay).toHaveTextContent('Ir para pagamento')
  pay.click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(ANA.payment_link, '_blank', 'noopener')
  await pass(499)
  expect(pay).toHaveTextContent('Redirecionando...')
  await pass(1)
  expect(pay).toHaveTextContent('Ir para pagamento')
})

test("several: a table of 'Nome do Participante' and 'Ações' with 'Pagar', disabled without a link", async () => {
  const opened = watchTabs()
  await open({ participants: [ANA, BRUNO] })
  const table = page.getByRole('table', { name: 'Pagamentos' })
  const texts = (role: 'columnheader' | 'row') =>
    table
      .getByRole(role)
      .elements()
      .map((element) => element.textContent)
  expect(texts('columnheader')).toEqual(['Nome do Participante', 'Ações'])
  expect(texts('row')).toEqual(['Nome do ParticipanteAções', 'Ana LimaPagar', 'Bruno SáPagar'])
  const pay = (name: string) =>
    table.getByRole('row', { name: new RegExp(name) }).getByRole('button', { name: 'Pagar' })
  await expect.element(pay(BRUNO.name)).toBeDisabled()
  await pay(ANA.name).click()
  expect(opened).toHaveBeenCalledExactlyOnceWith(ANA.payment_link, '_blank', 'noopener')
})

test("who pays nothing is marked 'Gratuito'", async () => {
  await open({ participants: [ANA, { ...BRUNO, free: true }] })
  await expect.element(page.getByRole('row', { name: /Bruno Sá/ }).getByText('Gratuito')).toBeVisible()
})
