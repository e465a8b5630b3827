import { expect, test } from 'vitest'
import {
  type Answer,
  answerProblem,
  answerValue,
  applicableQuestions,
  isAnswered,
  type Question,
  wantsFile,
} from './questions.ts'

const question = (kind: Question['kind'], more: Partial<Question> = {}): Question => ({
  id: 1,
  kind,
  required: true,
  options: ['Ônibus', 'Carro'],
  asksFile: false,
  modalityId: null,
  categoryId: null,
  kitId: null,
  asked: 'order',
  condition: null,
  ...more,
})

test.each<[Question['kind'], Answer | undefined, boolean]>([
  ['yes_no', undefined, false],
  ['yes_no', { value: 'Sim' }, false],
  ['yes_no', { accepted: false }, true],
  ['text', { value: '  ' }, false],
  ['text', { value: 'Ana' }, true],
  ['file', { accepted: true }, false],
  ['file', { file: 'a.pdf' }, true],
])('%s answered with %j: %s', (kind, answer, answered) => {
  expect(isAnswered(question(kind), answer)).toBe(answered)
})

test.each<[Question['kind'], string, string | null]>([
  ['text', 'x'.repeat(500), null],
  ['text', 'x'.repeat(501), 'Use no máximo 500 caracteres.'],
  ['number', '42', null],
  ['number', '-1.5', null],
  ['number', '1,25', null],
  ['number', 'dez', 'Digite um número.'],
  ['number', '1.000,00', null],
  ['number', '1.00,00', 'Digite um número.'],
  ['date', '29/02/2028', null],
  ['date', '29/02/2027', 'Digite uma data válida.'],
  ['date', '2027-02-01', 'Digite uma data válida.'],
  ['choice', 'Carro', null],
  ['choice', 'Avião', 'Escolha uma das opções.'],
  ['choices', 'Carro; Ônibus', null],
  ['choices', 'Carro; Avião', 'Escolha entre as opções.'],
  ['choices', '', null],
])('%s %j: %s', (kind, value, problem) => {
  expect(answerProblem(question(kind), { value })).toBe(problem)
})

test('a number is stored with a decimal comma, and a yes/no answer has no text', () => {
  expect(answerValue({ kind: 'number' }, { value: ' 1.5 ' })).toBe('1,5')
  expect(answerValue({ kind: 'number' }, { value: '1.500' })).toBe('1500')
  expect(answerValue({ kind: 'number' }, { value: '0.125' })).toBe('0,125')
  expect(answerValue({ kind: 'yes_no' }, { value: 'Sim', accepted: true })).toBeNull()
})

test('a file is needed by a question for a file, and by a yes to a question that asks for one', () => {
  expect(wantsFile(question('file'), undefined)).toBe(true)
  expect(wantsFile(question('yes_no', { asksFile: true }), { accepted: true })).toBe(true)
  expect(wantsFile(question('yes_no', { asksFile: true }), { accepted: false })).toBe(false)
  expect(wantsFile(question('text', { asksFile: true }), { accepted: true })).toBe(false)
})

/** Of 5 km, category 21 and kit 31, and of 10 km, category 22 and kit 32. */
const [FIVE, TEN] = [
  { modalityId: 11, categoryId: 21, kitId: 31 },
  { modalityId: 12, categoryId: 22, kitId: 32 },
]
const idsOf = (
  questions: readonly Question[],
  {
    choices = [FIVE],
    answers = {},
    asked,
  }: { choices?: object[]; answers?: Record<number, Answer>; asked?: Question['asked'] } = {},
) =>
  applicableQuestions(questions, {
    choices,
    answerTo: (id) => answers[id],
    ...(asked && { asked }),
  }).map(({ id }) => id)

test('a question of a modality, category or kit is asked when a participant has chosen all of them', () => {
  const all = question('text')
  const own = (more: Partial<Question>) => [all, question('text', { id: 2, ...more })]
  for (const limit of [{ modalityId: 11 }, { categoryId: 21 }, { kitId: 31 }]) {
    expect(idsOf(own(limit), { choices: [TEN] })).toEqual([1])
    expect(idsOf(own(limit), { choices: [TEN, FIVE] })).toEqual([1, 2])
    expect(idsOf(own(limit), { choices: [{}] })).toEqual([1])
  }
  expect(idsOf(own({ modalityId: 11, kitId: 32 }), { choices: [FIVE, TEN] })).toEqual([1])
})

test('questions are asked at their time', () => {
  const questions = [
    question('text'),
    question('text', { id: 2, asked: 'later' }),
    question('text', { id: 3, asked: 'pickup' }),
  ]
  expect(idsOf(questions, { asked: 'order' })).toEqual([1])
  expect(idsOf(questions, { asked: 'later' })).toEqual([2])
  expect(idsOf(questions, { asked: 'pickup' })).toEqual([3])
  expect(idsOf(questions)).toEqual([1, 2, 3])
})

test.each<[Question['kind'], string, Answer | undefined, boolean]>([
  ['yes_no', 'Sim', { accepted: true }, true],
  ['yes_no', 'Sim', { accepted: false }, false],
  ['yes_no', 'Não', { accepted: false }, true],
  ['yes_no', 'Não', undefined, false],
  ['choice', 'Carro', { value: 'Carro' }, true],
  ['choice', 'Carro', { value: 'Ônibus' }, false],
  ['choices', 'Carro', { value: 'Ônibus; Carro' }, true],
  ['choices', 'Carro', { value: 'Ônibus' }, false],
  ['choices', 'Carro', { value: '' }, false],
])('a question that needs %s to be %s, answered with %j: %s', (kind, value, answer, isAsked) => {
  const questions = [question(kind), question('text', { id: 2, condition: { questionId: 1, value } })]
  expect(idsOf(questions, answer && { answers: { 1: answer } })).toEqual(isAsked ? [1, 2] : [1])
})

test('a question is not asked if the one that it depends on is not, whatever was answered', () => {
  const first = question('yes_no', { modalityId: 11 })
  const second = question('yes_no', { id: 2, condition: { questionId: 1, value: 'Sim' } })
  const third = question('text', { id: 3, asked: 'later', condition: { questionId: 2, value: 'Sim' } })
  const answers = { 1: { accepted: true }, 2: { accepted: true } }
  expect(idsOf([first, second, third], { answers })).toEqual([1, 2, 3])
  expect(idsOf([first, second, third], { answers, choices: [TEN] })).toEqual([])
  expect(idsOf([first, second, third], { answers: { ...answers, 1: { accepted: false } } })).toEqual([1])
  // The first one was switched off.
  expect(idsOf([second, third], { answers })).toEqual([])
})

test('a question has the limits of the one that it depends on', () => {
  const questions = [
    question('yes_no', { modalityId: 11 }),
    question('text', { id: 2, kitId: 31, condition: { questionId: 1, value: 'Sim' } }),
  ]
  const [, second] = applicableQuestions(questions, {
    choices: [TEN, FIVE],
    answerTo: () => ({ accepted: true }),
  })
  expect(second).toMatchObject({ modalityId: 11, categoryId: null, kitId: 31 })
})
