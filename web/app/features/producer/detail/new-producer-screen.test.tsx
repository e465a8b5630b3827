// @module-tag operation
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerCalls, sentCalls } from '#web-test/answers.ts'
import { PLACES } from '#web-test/places.ts'
import {
  button,
  closeToasts,
  expectFieldError,
  expectFieldErrors,
  field,
  renderScreen,
  signInOrganizer,
  toast,
} from '#web-test/render-screen.tsx'
import NewProducerScreen from './new-producer-screen.tsx'

// Specification, page 2, §5 Producer form, §8 Producers.

const NEW = '/organizador/realizadores/novo'
const REGISTER = 'POST /organizer/producers/register'
const save = () => button('Salvar').click()

function open() {
  signInOrganizer()
  answerCalls(PLACES)
  return renderScreen(<NewProducerScreen />, { route: NEW })
}

const TEXTS = {
  'Nome fantasia': 'Passo Firme',
  'Razão Social': 'Passo Firme Eventos Ltda.',
  CNPJ: '12.ABC.345/01DE-35',
  'Nome do responsável': 'Teresa Campos',
  Telefone: '(11) 98765-4321',
  Email: 'teresa@exemplo.test',
  Senha: 'uma senha boa',
  CEP: '01001-000',
  Número: '10',
}
async function fillIn() {
  for (const [label, text] of Object.entries(TEXTS)) await field(label).fill(text)
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
}

const REQUIRED = [
  ['Nome fantasia', 'Nome fantasia é obrigatório'],
  ['Razão Social', 'Razão Social é obrigatória'],
  ['CNPJ', 'CNPJ obrigatório'],
  ['Nome do responsável', 'Nome do responsável é obrigatório'],
  ['Telefone', 'Telefone é obrigatório'],
  ['Email', 'Email obrigatório'],
  ['Senha', 'Senha é obrigatória'],
  ['CEP', 'CEP obrigatório'],
  ['Número', 'Número é obrigatório'],
  ['Bairro', 'Bairro é obrigatório'],
  ['Cidade', 'Cidade é obrigatória'],
  ['Estado', 'Estado é obrigatório'],
] as const
test("§8 'Erro de validação, verifique os campos.' with a message under every field", async () => {
  await open()
  await save()
  await expect.element(toast('Erro de validação, verifique os campos.')).toBeVisible()
  await expectFieldErrors(REQUIRED)
  await expectFieldError(page.getByRole('textbox', { name: 'Endereço' }), 'Endereço é obrigatório')
  await expect.element(field('Nome fantasia')).toHaveFocus()
  expect(sentCalls(REGISTER)).toEqual([])
})

const INVALID = [
  ['Email', 'teresa@', 'Email inválido'],
  ['CNPJ', '12.345.678/0001-00', 'CNPJ inválido'],
  ['Telefone', '1198', 'Telefone inválido'],
  ['CEP', '0100', 'CEP inválido'],
] as const
test('§5 invalid values show errors', async () => {
  await open()
  for (const [label, typed] of INVALID) await field(label).fill(typed)
  await save()
  await expectFieldErrors(INVALID.map(([label, , message]) => [label, message]))
})

test('§5 the CNPJ field accepts letters and adds the punctuation', async () => {
  await open()
  await userEvent.type(field('CNPJ'), '12abc34501de35')
  await expect.element(field('CNPJ')).toHaveValue('12.ABC.345/01DE-35')
})

test('§5 the CEP is looked up once, 500 ms after its last digit', async () => {
  await open()
  await expect.element(field('CEP')).toBeVisible()
  const zip = field('CEP').element() as HTMLInputElement
  /** Sets the value as the browser's autofill does. A locator's action would let the faked time pass. */
  const fill = (value: string) => {
    zip.value = value
    zip.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const asked = () => sentCalls('GET /cep/01001000').length + sentCalls('GET /cep/99999999').length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fill('99999-999')
  await vi.advanceTimersByTimeAsync(450)
  fill('01001-000')
  await vi.advanceTimersByTimeAsync(499)
  expect(asked()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked()).toBe(1)
  vi.useRealTimers()
  await expect.element(field('Bairro')).toHaveValue('Sé')
  expect(asked()).toBe(1)
})

const FAILURES = [
  [500, '', 'Erro ao salvar organizador.'],
  [201, 'nada', 'Ocorreu um erro inesperado.'],
] as const
test.each([422, 200])(
  "%i: §8 refused fields, 'Erro ao salvar organizador.' and 'Ocorreu um erro inesperado.' keep the form",
  async (status) => {
    const location = await open()
    await fillIn()
    answerCalls({
      [REGISTER]: {
        status,
        body: {
          errors: { cnpj: ['Este CNPJ já está cadastrado.'], email: ['Este e-mail já está cadastrado.'] },
        },
      },
    })
    await save()
    await expect.element(toast('Campo "CNPJ": Este CNPJ já está cadastrado.')).toBeVisible()
    await expect.element(toast('Campo "Email": Este e-mail já está cadastrado.')).toBeVisible()
    await expectFieldErrors([
      ['CNPJ', 'Este CNPJ já está cadastrado.'],
      ['Email', 'Este e-mail já está cadastrado.'],
    ])
    await expect.element(field('CNPJ')).toHaveFocus()
    await closeToasts()

    for (const [status, body, message] of FAILURES) {
      answerCalls({ [REGISTER]: { status, body } })
      await save()
      await expect.element(toast(message)).toBeVisible()
      await expect.element(field('Nome do responsável')).toHaveValue('Teresa Campos')
    }
    expect(location().pathname).toBe(NEW)
    expect(sentCalls(REGISTER)[0]?.body).toMatchObject({
      cnpj: '12ABC34501DE35',
      phone: '11987654321',
      type: 1,
      enterprise_id: 1,
      address: { zip: '01001000', city: 'São Paulo', state: 'SP' },
    })
  },
)

test("§8 'Organizador registrado com sucesso!' leads to the list", async () => {
  const location = await open()
  await fillIn()
  answerCalls({ [REGISTER]: { status: 201, body: { data: { id: 7 } } } })
  await save()
  await expect.element(toast('Organizador registrado com sucesso!')).toBeVisible()
  await expect.poll(() => location().pathname).toBe('/organizador/realizadores')
})

test('leaving a changed form asks for confirmation', async () => {
  const location = await open()
  await field('Nome fantasia').fill('Quase')
  const leave = page.getByRole('link', { name: 'Voltar' })
  const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await leave.click()
  await dialog.getByRole('button', { name: 'Continuar editando' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(field('Nome fantasia')).toHaveValue('Quase')
  await leave.click()
  await dialog.getByRole('button', { name: 'Sair sem salvar' }).click()
  await expect.poll(() => location().pathname).toBe('/organizador/realizadores')
})
