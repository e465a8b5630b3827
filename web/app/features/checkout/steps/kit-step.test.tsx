import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PublicEvent } from '#contract/event/event.ts'
import { answerCalls, holdCalls, sentCalls } from '#web-test/answers.ts'
import { button, chooseFile, expectText } from '#web-test/render-screen.tsx'
import { EVENT } from '#web-test/sample-event.ts'
import {
  expectLine,
  expectMessage,
  fillPerson,
  group,
  heading,
  next,
  openWizard,
  option,
  others,
  summary,
} from '#web-test/wizard.tsx'

// Specification, page 2: §2, §4 and §5, the steps for modality and kit.

const message = (text: string) => page.getByText(text, { exact: true })
const CERTIFICATE = 'Tem atestado médico?'

test('categories and kits show the total, with the fee in small print', async () => {
  const [five, ten] = EVENT.modalities
  if (!five || !ten) throw new Error('the sample event has fewer modalities')
  const categories = five.categories.map((one) => ({ ...one, price: '60.00', price_varies: true }))
  await openWizard({ step: 1, event: { ...EVENT, modalities: [{ ...five, categories }, ten] } })
  await option('Modalidade', '5 km').click()
  await expectText(group('Categoria'), 'Gerala partir de R$ 60,00')
  await option('Categoria', 'Geral').click()
  await next()
  await expectText(group('Kit'), 'Kit CompletoR$ 107,50 R$ 100,00 + R$ 7,50 de taxa de serviço')
  await expectText(group('Kit'), 'Kit BásicoR$ 60,00')
  await option('Kit', 'Kit Completo').click()
  await expectLine('Total', 'R$ 107,50')
})

test("requires a modality and a category: 'Escolha uma modalidade' and 'Escolha uma categoria'", async () => {
  await openWizard({ step: 1 })
  await next()
  await expectMessage('Escolha uma modalidade')
  await expectMessage('Escolha uma categoria')
  await expect.element(option('Modalidade', '5 km')).toHaveFocus()
  await option('Modalidade', '5 km').click()
  await expect.element(message('Escolha uma modalidade')).not.toBeInTheDocument()
  await next()
  await expectMessage('Escolha uma categoria')
})

const [QUESTION] = EVENT.questionnaires as [PublicEvent['questionnaires'][number]]

test("requires kit, size and answers: 'Escolha um kit', 'Escolha um tamanho de camisa' and 'Responda todas as perguntas'", async () => {
  const second = { ...QUESTION, id: 32, description: 'Vai usar o guarda-volumes?' }
  await openWizard({ step: 2, event: { ...EVENT, questionnaires: [...EVENT.questionnaires, second] } })
  await next()
  await expectMessage('Escolha um kit')
  await expectMessage('Responda todas as perguntas')
  await option('Kit', 'Kit Completo').click()
  await option('É a sua primeira corrida?', 'Sim').click()
  await next()
  await expectMessage('Escolha um tamanho de camisa')
  await expectMessage('Responda todas as perguntas')
  await option('Tamanho da camisa', 'M').click()
  await option(second.description, 'Não').click()
  await next()
  await expect.element(heading(3)).toBeVisible()
})

test('a kit without sizes requires no size', async () => {
  await openWizard({ step: 2 })
  await option('Kit', 'Kit Básico').click()
  await expect.element(group('Tamanho da camisa')).not.toBeInTheDocument()
  await option('É a sua primeira corrida?', 'Não').click()
  await next()
  await expect.element(heading(3)).toBeVisible()
})

test('a size with quantity 0 is disabled, a small quantity is shown', async () => {
  await openWizard({ step: 2 })
  await option('Kit', 'Kit Completo').click()
  await expect.element(option('Tamanho da camisa', 'GG')).toBeDisabled()
  await expectMessage('esgotado')
  await expect.element(option('Tamanho da camisa', 'G')).toBeEnabled()
  await expectMessage('últimas 3')
})

test("a category without kits: 'Nenhum kit disponível para essa categoria.'", async () => {
  await openWizard({ step: 1, event: { ...EVENT, products: EVENT.products.slice(0, 1) } })
  await option('Modalidade', '5 km').click()
  await option('Categoria', '60+').click()
  await next()
  await expectMessage('Nenhum kit disponível para essa categoria.')
  await next()
  await expectMessage('Escolha um kit')
})

test('sold-out choices are marked and disabled', async () => {
  const [five, ten] = EVENT.modalities
  const [complete, ...kits] = EVENT.products
  if (!five || !ten || !complete) throw new Error('the sample event has fewer modalities or kits')
  const [general, seniors] = five.categories
  if (!general || !seniors) throw new Error('the sample event has fewer categories')
  const soldOut: PublicEvent = {
    ...EVENT,
    modalities: [
      { ...five, categories: [general, { ...seniors, sold_out: true }] },
      { ...ten, sold_out: true },
    ],
    products: [{ ...complete, sold_out: true }, ...kits],
  }
  await openWizard({ step: 1, event: soldOut })
  await expect.element(option('Modalidade', '10 km')).toBeDisabled()
  await option('Modalidade', '5 km').click()
  await expect.element(option('Categoria', '60+')).toBeDisabled()
  await expect.poll(() => message('Esgotada').elements()).toHaveLength(2)
  await option('Categoria', 'Geral').click()
  await next()
  await expect.element(option('Kit', 'Kit Completo')).toBeDisabled()
  await expectMessage('Esgotado')
})

test('changing the modality clears the category, changing the category the kit', async () => {
  await openWizard({ step: 3 })
  await page.getByRole('button', { name: /^Modalidade/ }).click()
  await option('Categoria', '60+').click()
  await expect.element(summary().getByText('Kit Completo')).not.toBeInTheDocument()
  await option('Modalidade', '10 km').click()
  await option('Modalidade', '5 km').click()
  await expect.element(option('Categoria', '60+')).not.toBeChecked()
})

async function registerAnaToo(): Promise<void> {
  await openWizard()
  await others().click()
  await fillPerson()
  await next()
}
const sameForAll = () => page.getByLabelText('Mesma categoria e kit para todos')
const ana = () => group('Ana Lima')
const chooseForAna = (label: string, words: string) =>
  ana().getByLabelText(label, { exact: true }).selectOptions(words)

test("the buyer's category and kit are copied to all participants only on request; each chooses a size", async () => {
  await registerAnaToo()
  await sameForAll().click()
  await option('Modalidade', '5 km').click()
  await option('Categoria', 'Geral').click()
  await next()
  await option('Kit', 'Kit Completo').click()
  await option('Tamanho da sua camisa', 'M').click()
  await expect.element(ana().getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  await ana().getByRole('radio', { name: /^G\b/ }).click()
  await expectText(summary(), '5 km · Geral · camisa M')
  await expectText(summary(), '5 km · Geral · camisa G')
  await expectLine('Total', 'R$ 215,00')
})

test('nobody takes the buyer’s category by default: each chooses their own modality, category, kit and size', async () => {
  await registerAnaToo()
  await expect.element(sameForAll()).not.toBeChecked()
  await option('Sua modalidade', '5 km').click()
  await option('Sua categoria', 'Geral').click()
  await next()
  await expect.element(ana().getByText('Escolha uma modalidade')).toBeVisible()
  await chooseForAna('Modalidade', '5 km')
  await next()
  await expect.element(ana().getByText('Escolha uma categoria')).toBeVisible()
  await chooseForAna('Categoria', '60+')
  await next()
  await option('Seu kit', 'Kit Completo').click()
  await option('Tamanho da sua camisa', 'M').click()
  await option('É a sua primeira corrida?', 'Não').click()
  await next()
  await expect.element(ana().getByText('Escolha um kit')).toBeVisible()
  await chooseForAna('Kit', 'Kit Básico · R$\u00a060,00')
  await next()
  await expect.element(heading(3)).toBeVisible()
  await expectText(summary(), '5 km · 60+')
  await expectLine('Total', 'R$ 167,50')
})

const withCertificate: PublicEvent = {
  ...EVENT,
  questionnaires: [{ ...QUESTION, description: CERTIFICATE, attach_file: 1 }],
}
const UPLOAD = 'POST /participant/answer-files'
const question = () => group(CERTIFICATE)
const fileField = () => question().getByLabelText(/^(Anexar|Trocar) arquivo/)
const refusal = () => question().getByRole('alert')
const pdf = (content = '%PDF-1.7') => new File([content], 'atestado.pdf', { type: 'application/pdf' })

async function openCertificate(): Promise<void> {
  await openWizard({ step: 2, event: withCertificate })
  await option('Kit', 'Kit Básico').click()
}

test('a file is required for the answer yes, not for no', async () => {
  await openCertificate()
  await option(CERTIFICATE, 'Não').click()
  await expect.element(fileField()).not.toBeInTheDocument()
  await option(CERTIFICATE, 'Sim').click()
  await next()
  await expect.element(refusal()).toHaveTextContent('Anexe o arquivo pedido.')
  await expect.element(fileField()).toHaveFocus()
  await option(CERTIFICATE, 'Não').click()
  await next()
  await expect.element(heading(3)).toBeVisible()
})

test('a file of another type, and one that the server refuses, show an error immediately', async () => {
  await openCertificate()
  await option(CERTIFICATE, 'Sim').click()
  chooseFile(fileField(), new File(['nada'], 'lista.txt', { type: 'text/plain' }))
  await expect.element(refusal()).toHaveTextContent('Escolha uma imagem ou um PDF')
  expect(sentCalls(UPLOAD)).toEqual([])
  for (const [answer, words] of [
    [{ status: 415, body: { message: 'Formato de arquivo não aceito.' } }, 'Formato de arquivo não aceito.'],
    [{ status: 500 }, 'Erro ao enviar o arquivo.'],
  ] as const) {
    answerCalls({ [UPLOAD]: answer })
    chooseFile(fileField(), pdf('nada'))
    await expect.element(refusal()).toHaveTextContent(words)
  }
})

test("'Enviando…', then the file's name; it can be replaced and removed", async () => {
  answerCalls({ [UPLOAD]: { status: 201, body: { data: { path: 'answers/1.pdf' } } } })
  await openCertificate()
  await option(CERTIFICATE, 'Sim').click()
  const release = holdCalls()
  chooseFile(fileField(), pdf())
  await expectText(question(), 'Enviando…')
  release()
  await expectText(question(), 'Trocar arquivoatestado.pdf')
  await question().getByRole('button', { name: 'Remover' }).click()
  await expect.element(fileField()).toHaveFocus()
  await expectText(question(), 'Anexar arquivoImagem ou PDF de até 10 MB')
})

test('a question of a kit, or that depends on an answer, shows up when it applies, and only then is sent', async () => {
  const questionnaires = [
    QUESTION,
    {
      ...QUESTION,
      id: 42,
      description: 'Qual foi?',
      kind: 'text',
      condition_question_id: QUESTION.id,
      condition_value: 'Não',
    },
    { ...QUESTION, id: 43, description: 'Quer boné?', product_id: 102 },
  ] satisfies PublicEvent['questionnaires']
  await openWizard({ step: 2, event: { ...EVENT, questionnaires } })
  await expect.element(group(QUESTION.description)).toBeVisible()
  await expect.element(group('Quer boné?')).not.toBeInTheDocument()
  await option('Kit', 'Kit Básico').click()
  await option('Quer boné?', 'Sim').click()
  await expect.element(group('Qual foi?')).not.toBeInTheDocument()
  const before = group(QUESTION.description).element().getBoundingClientRect().top
  await option(QUESTION.description, 'Não').click()
  await expect.element(group('Qual foi?')).toBeVisible()
  expect(group(QUESTION.description).element().getBoundingClientRect().top).toBe(before)
  await next()
  await expectMessage('Responda todas as perguntas')
  await page.getByRole('textbox', { name: 'Qual foi?' }).fill('São Silvestre')
  await option(QUESTION.description, 'Sim').click()
  await expect.element(group('Qual foi?')).not.toBeInTheDocument()
  await next()
  await expect.element(heading(3)).toBeVisible()
  for (const box of page.getByRole('checkbox').all()) await box.click()
  await page.getByRole('radio', { name: /^Pix/ }).click()
  await button('Registrar').click()
  await expect
    .poll(() => sentCalls(`POST /events/${EVENT.id}/register-participant`).at(-1)?.body)
    .toMatchObject({
      questionnaire_acceptances: [
        { questionnaire_id: QUESTION.id, accepted: true },
        { questionnaire_id: 43, accepted: true },
      ],
    })
})

test('questions of every kind can be answered, and the answers are sent as typed', async () => {
  const kinds = [
    { description: 'Equipe', kind: 'text', required: false },
    { description: 'Melhor tempo', kind: 'number' },
    { description: 'Como vem?', kind: 'choice', options: ['Ônibus', 'Carro'] },
    { description: 'Interesses', kind: 'choices', options: ['Trilha', 'Rua', 'Pista'] },
    { description: 'Última prova', kind: 'date' },
    { description: 'Só dos 10 km', kind: 'text', modality_id: 2 },
  ] as const
  const questionnaires = kinds.map((one, i) => ({
    ...QUESTION,
    ...one,
    options: [...('options' in one ? one.options : [])],
    id: 41 + i,
  }))
  await openWizard({ step: 2, event: { ...EVENT, questionnaires } })
  await option('Kit', 'Kit Básico').click()
  await expect.element(group('Equipe (opcional)')).toBeVisible()
  await expect.element(message('Só dos 10 km')).not.toBeInTheDocument()
  await next()
  await expectMessage('Responda todas as perguntas')

  await page.getByRole('textbox', { name: 'Melhor tempo' }).fill('dez')
  await option('Como vem?', 'Carro').click()
  await group('Interesses').getByLabelText('Pista').click()
  await group('Interesses').getByLabelText('Trilha').click()
  await page.getByRole('textbox', { name: 'Última prova' }).fill('01/03/2026')
  await next()
  await expectText(group('Melhor tempo'), 'Digite um número.')
  await page.getByRole('textbox', { name: 'Melhor tempo' }).fill('42.5')
  await next()
  await expect.element(heading(3)).toBeVisible()
  for (const box of page.getByRole('checkbox').all()) await box.click()
  await page.getByRole('radio', { name: /^Pix/ }).click()
  await button('Registrar').click()
  await expect
    .poll(() => sentCalls(`POST /events/${EVENT.id}/register-participant`).at(-1)?.body)
    .toMatchObject({
      questionnaire_acceptances: [
        { questionnaire_id: 42, value: '42,5' },
        { questionnaire_id: 43, value: 'Carro' },
        { questionnaire_id: 44, value: 'Trilha; Pista' },
        { questionnaire_id: 45, value: '01/03/2026' },
      ],
    })
})
